package io.mintmark.lab.broken.client.http;

/** Stands for what carries bytes. */
public final class Sent {
    private Sent() {}
}
