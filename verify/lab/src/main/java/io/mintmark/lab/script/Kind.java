package io.mintmark.lab.script;

import io.mintmark.lab.instrument.ServerAddress;

/**
 * A kind of hostile clients.
 *
 * @param script what they do
 * @param server whom they do it to, and as whom
 */
public record Kind(Script script, ServerAddress server) {
    /** Returns clients that follow {@code script}, whose requests say who calls as {@code server} does. */
    public static Kind of(Script script, ServerAddress server) {
        return new Kind(script.calledBy(server.authorization()), server);
    }
}
