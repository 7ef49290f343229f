package io.mintmark.lab.hostile;

import java.io.IOException;

/**
 * One hostile idea.
 *
 * @param name its name, of its kind and a few words with hyphens
 * @param what what is sent, for the report
 * @param needs what a server must have for it
 * @param preparation makes what is sent, and stores what must be there before
 */
public record HostileCase(String name, String what, Needs needs, Preparation preparation) {

    /** What a server must have so that a case means something. */
    public enum Needs {
        NOTHING,
        /** An engine for JavaScript. */
        SCRIPTS,
        /** Nothing; each reply must be a refusal, which shows that the run sees refusals. */
        REFUSAL
    }

    /** What is done before the strangers begin. */
    @FunctionalInterface
    public interface Preparation {
        /** Returns what the strangers do, after {@code first} has stored what it needs. */
        Attack prepare(Stranger first) throws IOException;
    }

    /** What each of the strangers does again and again; called by many threads. */
    @FunctionalInterface
    public interface Attack {
        /** Sends something; {@code turn} is another number each time, from 0. */
        void send(Stranger stranger, int turn) throws IOException;
    }

    /** Returns a case that stores nothing before. */
    public static HostileCase plain(String name, String what, Attack attack) {
        return new HostileCase(name, what, Needs.NOTHING, first -> attack);
    }
}
