package io.mintmark.testkit.history;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an operation asks for: numbers, an identity, a document, a list.
 *
 * <p>Immutable. Names compare exactly: where the system compares them without case, record their key form.
 */
public sealed interface Act {
    /** Returns the counter, identity, document or prefix that it is about. */
    String name();

    /**
     * Asks for a range; answered by {@link Outcome.Numbers}.
     *
     * @param name the counter
     */
    record Reserve(String name) implements Act {
        @Override
        public String toString() {
            return "reserve " + name;
        }
    }

    /**
     * Gives the numbers above {@code last}, up to {@code end}, back; answered by {@link Outcome.Done} if they were
     * taken, and failed if they were refused or ignored.
     *
     * @param name the counter
     * @param last the last number that the process keeps
     * @param end the last number of its range
     */
    record GiveBack(String name, long last, long end) implements Act {
        /** Checks that {@code last <= end}. */
        public GiveBack {
            requireOrder("a return must have last <= end", name, last, end);
        }

        @Override
        public String toString() {
            return "give back " + name + " above " + last + " up to " + end;
        }
    }

    /**
     * Issues each number of {@code [low, high]}; always {@link Outcome.Done}. Numbers that a process issues one by one
     * are joined to runs.
     *
     * @param name the counter
     * @param low the first number
     * @param high the last number
     */
    record Issue(String name, long low, long high) implements Act {
        /** Checks that {@code low <= high}. */
        public Issue {
            requireOrder("issued numbers must have low <= high", name, low, high);
        }

        @Override
        public String toString() {
            return "issue " + name + " " + Outcome.Numbers.text(low, high);
        }
    }

    /**
     * Drops a counter or an identity and creates it again, so that a new life of the name begins; answered by
     * {@link Outcome.Done}.
     *
     * @param name the counter or the identity
     */
    record Drop(String name) implements Act {
        @Override
        public String toString() {
            return "drop " + name;
        }
    }

    /**
     * Asks for the next identity; answered by {@link Outcome.Numbers} that hold one number.
     *
     * @param name the identity
     * @param request the id by which the system recognises the request when it is sent again, or null
     */
    record NextIdentity(String name, @Nullable String request) implements Act {
        @Override
        public String toString() {
            return "next identity of " + name + (request == null ? "" : ", request " + request);
        }
    }

    /**
     * Sends any request that has an id, so that the same id must be answered alike; answered by {@link Outcome.Text}.
     *
     * @param name what is asked
     * @param request the request's id
     */
    record Ask(String name, String request) implements Act {
        @Override
        public String toString() {
            return "ask " + name + ", request " + request;
        }
    }

    /**
     * Writes a document; answered by {@link Outcome.Text}, the version that it made, such as a change vector.
     *
     * @param name the document's id
     * @param ifMatch the version that it must have, empty if it must be absent, null for any
     */
    record Write(String name, @Nullable String ifMatch) implements Act {
        /** Returns whether it succeeds only if there is no such document. */
        public boolean isCreation() {
            return ifMatch != null && ifMatch.isEmpty();
        }

        @Override
        public String toString() {
            return isCreation() ? "create " + name : "write " + name + over(ifMatch);
        }
    }

    /**
     * Deletes a document; answered by {@link Outcome.Done}.
     *
     * @param name the document's id
     * @param ifMatch the version that it must have, or null for any
     */
    record Delete(String name, @Nullable String ifMatch) implements Act {
        @Override
        public String toString() {
            return "delete " + name + over(ifMatch);
        }
    }

    /**
     * Reads a document; answered by {@link Outcome.Text}, its version, or by {@link Outcome.Done} if it is absent.
     *
     * @param name the document's id
     */
    record Read(String name) implements Act {
        @Override
        public String toString() {
            return "read " + name;
        }
    }

    /**
     * Reads all pages of a list; answered by {@link Outcome.Ids}.
     *
     * @param name what the ids of its documents begin with; empty for all documents
     */
    record Walk(String name) implements Act {
        @Override
        public String toString() {
            return "walk " + (name.isEmpty() ? "all documents" : name);
        }
    }

    private static String over(@Nullable String version) {
        return version == null ? "" : " if it is " + version;
    }

    private static void requireOrder(String rule, String name, long low, long high) {
        if (high < low) {
            throw new IllegalArgumentException(rule + ": " + Objects.requireNonNull(name) + ", " + low + ", " + high);
        }
    }
}
