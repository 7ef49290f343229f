package io.mintmark.lab.attack;

import io.mintmark.lab.http.ServerAddress;

/**
 * A kind of hostile clients.
 *
 * @param script what they do
 * @param server whom they do it to, and as whom
 */
record Kind(Script script, ServerAddress server) {
    /** Returns clients that follow {@code script}, whose requests say who calls as {@code server} does. */
    static Kind of(Script script, ServerAddress server) {
        return new Kind(script.calledBy(server.authorization()), server);
    }
}
