import type { Snippet, SnippetLanguage } from './snippet-language';

/** The message that the code sends. All parts are safe within quotes of any language. */
export interface SendCall {
  /** `http://host:port` of the server. */
  readonly origin: string;
  /** Id or uid of the application. */
  readonly app: string;
  readonly eventType: string;
}

/**
 * Code that sends a message, with the official client of the language. It reads the token from POSTHORN_TOKEN, so that no
 * token ends up in source code.
 */
export const SEND_SNIPPETS: Readonly<Record<SnippetLanguage, (call: SendCall) => Snippet>> = {
  curl: ({ origin, app, eventType }) => ({
    install: null,
    code: `curl "${origin}/api/v1/app/${app}/msg" \\
  --header "Authorization: Bearer $POSTHORN_TOKEN" \\
  --header "Content-Type: application/json" \\
  --data '{"eventType": "${eventType}", "payload": {"id": "inv_1027", "status": "paid"}}'`,
  }),
  javascript: ({ origin, app, eventType }) => ({
    install: 'npm install svix',
    code: `import { Svix } from "svix";

const svix = new Svix(process.env.POSTHORN_TOKEN, { serverUrl: "${origin}" });

await svix.message.create("${app}", {
  eventType: "${eventType}",
  payload: { id: "inv_1027", status: "paid" },
});`,
  }),
  python: ({ origin, app, eventType }) => ({
    install: 'pip install svix',
    code: `import os
from svix.api import MessageIn, Svix, SvixOptions

svix = Svix(os.environ["POSTHORN_TOKEN"], SvixOptions(server_url="${origin}"))

svix.message.create(
    "${app}",
    MessageIn(event_type="${eventType}", payload={"id": "inv_1027", "status": "paid"}),
)`,
  }),
  go: ({ origin, app, eventType }) => ({
    install: 'go get github.com/svix/svix-webhooks/go',
    code: `package main

import (
	"context"
	"log"
	"net/url"
	"os"

	svix "github.com/svix/svix-webhooks/go"
	"github.com/svix/svix-webhooks/go/models"
)

func main() {
	server, err := url.Parse("${origin}")
	if err != nil {
		log.Fatal(err)
	}
	client, err := svix.New(os.Getenv("POSTHORN_TOKEN"), &svix.SvixOptions{ServerUrl: server})
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Message.Create(context.Background(), "${app}", models.MessageIn{
		EventType: "${eventType}",
		Payload:   map[string]any{"id": "inv_1027", "status": "paid"},
	}, nil)
	if err != nil {
		log.Fatal(err)
	}
}`,
  }),
  java: ({ origin, app, eventType }) => ({
    install: 'implementation("com.svix:svix:1.99.1")',
    code: `import com.svix.Svix;
import com.svix.SvixOptions;
import com.svix.models.MessageIn;

public class SendMessage {
    public static void main(String[] args) throws Exception {
        SvixOptions options = new SvixOptions();
        options.setServerUrl("${origin}");
        Svix svix = new Svix(System.getenv("POSTHORN_TOKEN"), options);

        svix.getMessage().create("${app}", new MessageIn()
            .eventType("${eventType}")
            .payload("{\\"id\\": \\"inv_1027\\", \\"status\\": \\"paid\\"}"));
    }
}`,
  }),
  kotlin: ({ origin, app, eventType }) => ({
    install: 'implementation("com.svix.kotlin:svix-kotlin:1.99.1")',
    code: `import com.svix.kotlin.Svix
import com.svix.kotlin.SvixOptions
import com.svix.kotlin.models.MessageIn

suspend fun main() {
    val svix = Svix(System.getenv("POSTHORN_TOKEN"), SvixOptions("${origin}"))

    svix.message.create(
        "${app}",
        MessageIn(
            eventType = "${eventType}",
            payload = """{"id": "inv_1027", "status": "paid"}""",
        ),
    )
}`,
  }),
  csharp: ({ origin, app, eventType }) => ({
    install: 'dotnet add package Svix',
    code: `using Svix;
using Svix.Models;

var token = Environment.GetEnvironmentVariable("POSTHORN_TOKEN")!;
var svix = new SvixClient(token, new SvixOptions("${origin}"));

await svix.Message.CreateAsync("${app}", new MessageIn
{
    EventType = "${eventType}",
    Payload = new { id = "inv_1027", status = "paid" },
});`,
  }),
  ruby: ({ origin, app, eventType }) => ({
    install: 'gem install svix',
    code: `require "svix"

svix = Svix::Client.new(ENV.fetch("POSTHORN_TOKEN"), Svix::SvixOptions.new(false, "${origin}"))

svix.message.create("${app}", Svix::MessageIn.new(
  event_type: "${eventType}",
  payload: { id: "inv_1027", status: "paid" }
))`,
  }),
  php: ({ origin, app, eventType }) => ({
    install: 'composer require svix/svix',
    code: `<?php
require __DIR__ . '/vendor/autoload.php';

use Svix\\Models\\MessageIn;
use Svix\\Svix;
use Svix\\SvixOptions;

$svix = new Svix(getenv('POSTHORN_TOKEN'), new SvixOptions(serverUrl: '${origin}'));

$svix->message->create('${app}', MessageIn::create(
    eventType: '${eventType}',
    payload: ['id' => 'inv_1027', 'status' => 'paid'],
));`,
  }),
  rust: ({ origin, app, eventType }) => ({
    install: 'cargo add svix serde_json tokio --features tokio/full',
    code: `use svix::api::{MessageIn, Svix, SvixOptions};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = SvixOptions {
        server_url: Some("${origin}".to_string()),
        ..Default::default()
    };
    let svix = Svix::new(std::env::var("POSTHORN_TOKEN")?, Some(options));

    let payload = serde_json::json!({"id": "inv_1027", "status": "paid"});
    svix.message()
        .create(
            "${app}".to_string(),
            MessageIn::new("${eventType}".to_string(), payload),
            None,
        )
        .await?;
    Ok(())
}`,
  }),
};
