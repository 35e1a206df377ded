import type { Snippet, SnippetLanguage } from './snippet-language';

/**
 * Code that verifies the signature of a received message, with the library of Standard Webhooks in the language; for the
 * shell, with openssl. `secret` is base64 behind `whsec_`, or stands for one that is not shown.
 */
export const VERIFY_SNIPPETS: Readonly<Record<SnippetLanguage, (secret: string) => Snippet>> = {
  curl: (secret) => ({
    install: null,
    code: `# $id, $timestamp and $signature: the headers webhook-id, webhook-timestamp and webhook-signature
# body.json: the body, byte for byte as received
secret="${secret}"

key=$(printf %s "\${secret#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
expected=$({ printf '%s.%s.' "$id" "$timestamp"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)

case " $signature " in
  *" v1,$expected "*) echo "verified" ;;
  *) echo "refused" >&2; exit 1 ;;
esac`,
  }),
  javascript: (secret) => ({
    install: 'npm install standardwebhooks',
    code: `import { Webhook } from "standardwebhooks";

const webhook = new Webhook("${secret}");

/** body: the text as received, not parsed. Throws if the signature is wrong. */
export function receive(body, headers) {
  return webhook.verify(body, headers);
}`,
  }),
  python: (secret) => ({
    install: 'pip install standardwebhooks',
    code: `from standardwebhooks.webhooks import Webhook

webhook = Webhook("${secret}")


def receive(body, headers):
    """body: the text as received, not parsed. Raises if the signature is wrong."""
    return webhook.verify(body, headers)`,
  }),
  go: (secret) => ({
    install: 'go get github.com/standard-webhooks/standard-webhooks/libraries',
    code: `package main

import (
	"io"
	"log"
	"net/http"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := standardwebhooks.NewWebhook("${secret}")
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/webhooks", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || webhook.Verify(body, r.Header) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":3000", nil))
}`,
  }),
  java: (secret) => ({
    install: 'implementation("com.standardwebhooks:standardwebhooks:1.1.0")',
    code: `import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.net.http.HttpHeaders;

public class Receiver {
    private final Webhook webhook = new Webhook("${secret}");

    /** body: the text as received, not parsed. Throws if the signature is wrong. */
    public void receive(String body, HttpHeaders headers) throws WebhookVerificationException {
        webhook.verify(body, headers);
    }
}`,
  }),
  kotlin: (secret) => ({
    install: 'implementation("com.standardwebhooks:standardwebhooks:1.1.0")',
    code: `import com.standardwebhooks.Webhook
import java.net.http.HttpHeaders

val webhook = Webhook("${secret}")

/** body: the text as received, not parsed. Throws if the signature is wrong. */
fun receive(body: String, headers: HttpHeaders) {
    webhook.verify(body, headers)
}`,
  }),
  csharp: (secret) => ({
    install: 'dotnet add package StandardWebhooks',
    code: `using System.Net;
using StandardWebhooks;

var webhook = new Webhook("${secret}");

// body: the text as received, not parsed. Throws if the signature is wrong.
void Receive(string body, WebHeaderCollection headers) => webhook.Verify(body, headers);`,
  }),
  ruby: (secret) => ({
    install: 'gem install standardwebhooks',
    code: `require "standardwebhooks"

WEBHOOK = StandardWebhooks::Webhook.new("${secret}")

# body: the text as received, not parsed. Raises if the signature is wrong.
def receive(body, headers)
  WEBHOOK.verify(body, headers)
end`,
  }),
  php: (secret) => ({
    install: 'composer require standard-webhooks/standard-webhooks',
    code: `<?php
require __DIR__ . '/vendor/autoload.php';

use StandardWebhooks\\Webhook;

$webhook = new Webhook('${secret}');
$body = file_get_contents('php://input');

// Throws if the signature is wrong.
$event = $webhook->verify($body, [
    'webhook-id' => $_SERVER['HTTP_WEBHOOK_ID'] ?? '',
    'webhook-timestamp' => $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '',
    'webhook-signature' => $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '',
]);`,
  }),
  rust: (secret) => ({
    install: 'cargo add standardwebhooks http',
    code: `use http::HeaderMap;
use standardwebhooks::{Webhook, WebhookError};

/// body: the bytes as received, not parsed. Fails if the signature is wrong.
fn receive(body: &[u8], headers: &HeaderMap) -> Result<(), WebhookError> {
    Webhook::new("${secret}")?.verify(body, headers)
}`,
  }),
};
