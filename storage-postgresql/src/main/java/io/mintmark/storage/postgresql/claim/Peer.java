package io.mintmark.storage.postgresql.claim;

/**
 * Another node, as the engine showed it.
 *
 * @param tag its tag
 * @param epoch of its claim
 * @param url where it says that it answers
 * @param state serving, leaving or left
 * @param beats how many heartbeats were made under its tag
 * @param silent whether some node told all others that it missed some heartbeats
 */
public record Peer(String tag, long epoch, String url, String state, long beats, boolean silent) {}
