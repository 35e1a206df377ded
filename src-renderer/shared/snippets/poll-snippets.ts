import type { Snippet, SnippetLanguage } from './snippet-language';

/** What the code polls. All parts are safe within quotes of any language. */
export interface PollCall {
  /** `http://host:port` of the server. */
  readonly origin: string;
  /** Ids of the application and of its polling endpoint. */
  readonly app: string;
  readonly poller: string;
}

/**
 * Code that reads all messages that are new to a consumer, with the official client of the language; for the shell, with
 * curl. The server keeps the position of the consumer; a repeated poll with the previous iterator returns a response that
 * was lost. It reads the token from POLLING_TOKEN, so that no token ends up in source code.
 */
export const POLL_SNIPPETS: Readonly<Record<SnippetLanguage, (call: PollCall) => Snippet>> = {
  curl: ({ origin, app, poller }) => ({
    install: null,
    code: `# The next messages of the consumer "default". The server keeps its position.
curl "${origin}/api/v1/app/${app}/poller/${poller}/consumer/default" \\
  --header "Authorization: Bearer $POLLING_TOKEN"`,
  }),
  javascript: ({ origin, app, poller }) => ({
    install: 'npm install svix',
    code: `import { Svix } from "svix";

const svix = new Svix(process.env.POLLING_TOKEN, { serverUrl: "${origin}" });

let iterator;
for (;;) {
  const page = await svix.message.poller.consumerPoll("${app}", "${poller}", "default", { iterator });
  for (const message of page.data) console.log(message.eventType, message.payload);
  iterator = page.iterator;
  if (page.done) break;
}`,
  }),
  python: ({ origin, app, poller }) => ({
    install: 'pip install svix',
    code: `import os
from svix.api import MessagePollerConsumerPollOptions, Svix, SvixOptions

svix = Svix(os.environ["POLLING_TOKEN"], SvixOptions(server_url="${origin}"))

iterator = None
while True:
    page = svix.message.poller.consumer_poll(
        "${app}",
        "${poller}",
        "default",
        MessagePollerConsumerPollOptions(iterator=iterator),
    )
    for message in page.data:
        print(message.event_type, message.payload)
    iterator = page.iterator
    if page.done:
        break`,
  }),
  go: ({ origin, app, poller }) => ({
    install: 'go get github.com/svix/svix-webhooks/go',
    code: `package main

import (
	"context"
	"fmt"
	"log"
	"net/url"
	"os"

	svix "github.com/svix/svix-webhooks/go"
)

func main() {
	server, err := url.Parse("${origin}")
	if err != nil {
		log.Fatal(err)
	}
	client, err := svix.New(os.Getenv("POLLING_TOKEN"), &svix.SvixOptions{ServerUrl: server})
	if err != nil {
		log.Fatal(err)
	}
	options := svix.MessagePollerConsumerPollOptions{}
	for {
		page, err := client.Message.Poller.ConsumerPoll(context.Background(), "${app}", "${poller}", "default", &options)
		if err != nil {
			log.Fatal(err)
		}
		for _, message := range page.Data {
			fmt.Println(message.EventType, message.Payload)
		}
		options.Iterator = &page.Iterator
		if page.Done {
			break
		}
	}
}`,
  }),
  java: ({ origin, app, poller }) => ({
    install: 'implementation("com.svix:svix:1.99.1")',
    code: `import com.svix.Svix;
import com.svix.SvixOptions;
import com.svix.api.MessagePollerConsumerPollOptions;
import com.svix.models.PollingEndpointOut;

public class PollMessages {
    public static void main(String[] args) throws Exception {
        SvixOptions options = new SvixOptions();
        options.setServerUrl("${origin}");
        Svix svix = new Svix(System.getenv("POLLING_TOKEN"), options);

        MessagePollerConsumerPollOptions from = new MessagePollerConsumerPollOptions();
        PollingEndpointOut page;
        do {
            page = svix.getMessage().getPoller().consumerPoll("${app}", "${poller}", "default", from);
            page.getData().forEach(message ->
                System.out.println(message.getEventType() + " " + message.getPayload()));
            from.setIterator(page.getIterator());
        } while (!page.getDone());
    }
}`,
  }),
  kotlin: ({ origin, app, poller }) => ({
    install: 'implementation("com.svix.kotlin:svix-kotlin:1.99.1")',
    code: `import com.svix.kotlin.MessagePollerConsumerPollOptions
import com.svix.kotlin.Svix
import com.svix.kotlin.SvixOptions

suspend fun main() {
    val svix = Svix(System.getenv("POLLING_TOKEN"), SvixOptions("${origin}"))

    var iterator: String? = null
    do {
        val page = svix.message.poller.consumerPoll(
            "${app}",
            "${poller}",
            "default",
            MessagePollerConsumerPollOptions(iterator = iterator),
        )
        for (message in page.data) println("\${message.eventType} \${message.payload}")
        iterator = page.iterator
    } while (!page.done)
}`,
  }),
  csharp: ({ origin, app, poller }) => ({
    install: 'dotnet add package Svix',
    code: `using Svix;

var token = Environment.GetEnvironmentVariable("POLLING_TOKEN")!;
var svix = new SvixClient(token, new SvixOptions("${origin}"));

var options = new MessagePollerConsumerPollOptions();
while (true)
{
    var page = await svix.Message.Poller.ConsumerPollAsync("${app}", "${poller}", "default", options);
    foreach (var message in page.Data)
        Console.WriteLine($"{message.EventType} {message.Payload}");
    options.Iterator = page.Iterator;
    if (page.Done)
        break;
}`,
  }),
  ruby: ({ origin, app, poller }) => ({
    install: 'gem install svix',
    code: `require "svix"

svix = Svix::Client.new(ENV.fetch("POLLING_TOKEN"), Svix::SvixOptions.new(false, "${origin}"))

iterator = nil
loop do
  page = svix.message.poller.consumer_poll("${app}", "${poller}", "default", iterator: iterator)
  page.data.each { |message| puts "#{message.event_type} #{message.payload}" }
  iterator = page.iterator
  break if page.done
end`,
  }),
  php: ({ origin, app, poller }) => ({
    install: 'composer require svix/svix',
    code: `<?php
require __DIR__ . '/vendor/autoload.php';

use Svix\\Api\\MessagePollerConsumerPollOptions;
use Svix\\Svix;
use Svix\\SvixOptions;

$svix = new Svix(getenv('POLLING_TOKEN'), new SvixOptions(serverUrl: '${origin}'));

$iterator = null;
do {
    $options = new MessagePollerConsumerPollOptions(iterator: $iterator);
    $page = $svix->message->poller->consumerPoll('${app}', '${poller}', 'default', $options);
    foreach ($page->data as $message) {
        echo $message->eventType, ' ', json_encode($message->payload), PHP_EOL;
    }
    $iterator = $page->iterator;
} while (!$page->done);`,
  }),
  rust: ({ origin, app, poller }) => ({
    install: 'cargo add svix serde_json tokio --features tokio/full',
    code: `use svix::api::{MessagePollerConsumerPollOptions, Svix, SvixOptions};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = SvixOptions {
        server_url: Some("${origin}".to_string()),
        ..Default::default()
    };
    let svix = Svix::new(std::env::var("POLLING_TOKEN")?, Some(options));

    let mut iterator = None;
    loop {
        let from = MessagePollerConsumerPollOptions { iterator, ..Default::default() };
        let page = svix
            .message()
            .poller()
            .consumer_poll(
                "${app}".to_string(),
                "${poller}".to_string(),
                "default".to_string(),
                Some(from),
            )
            .await?;
        for message in page.data {
            println!("{} {}", message.event_type, message.payload);
        }
        if page.done {
            return Ok(());
        }
        iterator = Some(page.iterator);
    }
}`,
  }),
};
