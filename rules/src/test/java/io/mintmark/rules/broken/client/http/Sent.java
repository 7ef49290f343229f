package io.mintmark.rules.broken.client.http;

/** Stands for what carries bytes. */
public final class Sent {
    private Sent() {}
}
