package io.mintmark.server.storage.postgresql.claim;

import java.time.Duration;

/**
 * Another node, as the engine showed it.
 *
 * @param tag its tag
 * @param epoch of its claim
 * @param url where it says that it answers
 * @param state serving, leaving or left
 * @param age how long ago it said that it lives, by the engine's clock
 */
public record Peer(String tag, long epoch, String url, String state, Duration age) {}
