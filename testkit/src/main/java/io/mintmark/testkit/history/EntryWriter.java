package io.mintmark.testkit.history;

import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes entries as bytes: invocations, completions, runs of issued numbers, and at last how many there were.
 *
 * <p>Numbers take as few bytes as they need, instants count from the entry before, and the first few thousand names are
 * spelt out once. Used under its recorder's lock.
 */
final class EntryWriter {
    static final int NAMES_MAX = 10_000;
    private static final int BLOCK_BYTES = 1 << 16;

    private final BlockStore store;
    private final ByteBuilder bytes = new ByteBuilder();
    private final Map<String, Integer> names = new HashMap<>();
    private long operations;
    private long time;
    private volatile @Nullable UncheckedIOException failure;

    EntryWriter(BlockStore store) {
        this.store = store;
    }

    /** Writes an invocation; returns its number. */
    long began(String process, Act act, long now) {
        EntryKind kind = EntryKind.of(act);
        head(kind, now);
        name(process);
        name(act.name());
        if (act instanceof Act.GiveBack back) {
            bytes.signed(back.last()).unsigned(back.end() - back.last());
        } else if (act instanceof Act.NextIdentity identity) {
            optional(identity.request());
        } else if (act instanceof Act.Ask ask) {
            bytes.text(ask.request());
        } else if (act instanceof Act.Write write) {
            optional(write.ifMatch());
        } else if (act instanceof Act.Delete delete) {
            optional(delete.ifMatch());
        }
        operations++;
        rest();
        return operations;
    }

    /** Writes the completion of the invocation of that number; there is none while the outcome is unknown. */
    void ended(long number, Outcome outcome, long now) {
        head(EntryKind.of(outcome), now);
        bytes.unsigned(operations - number);
        if (outcome instanceof Outcome.Numbers numbers) {
            bytes.signed(numbers.low()).unsigned(numbers.high() - numbers.low());
        } else if (outcome instanceof Outcome.Text text) {
            bytes.text(text.text());
        } else if (outcome instanceof Outcome.Ids ids) {
            ids(ids.ids());
        }
        rest();
    }

    /** Writes a run, which is an invocation and its completion. */
    void issued(String process, Act.Issue act, long first, long last) {
        bytes.octet(EntryKind.ISSUE.ordinal()).signed(first - time).unsigned(last - first);
        name(process);
        name(act.name());
        bytes.signed(act.low()).unsigned(act.high() - act.low());
        operations++;
        rest();
    }

    void close() {
        try {
            requireWritten();
            bytes.octet(EntryKind.END.ordinal()).unsigned(operations);
            append();
        } finally {
            store.close();
        }
    }

    /** Throws what kept a block from being written: entries behind it would be taken for those that are missing. */
    void requireWritten() {
        UncheckedIOException known = failure;
        if (known != null) {
            throw new UncheckedIOException(known.getMessage(), known.getCause());
        }
    }

    private void append() {
        try {
            store.append(bytes.take());
        } catch (UncheckedIOException e) {
            failure = e;
            throw e;
        }
    }

    /** Writes an instant after the last one, however coarse the clock is: the order of entries is that of real time. */
    private void head(EntryKind kind, long now) {
        long step = Math.max(1, now - time);
        bytes.octet(kind.ordinal()).unsigned(step);
        time += step;
    }

    private void rest() {
        if (bytes.size() >= BLOCK_BYTES) {
            append();
        }
    }

    /** Writes 2 and more for a known name, 1 before one that is to be known, 0 before any other. */
    private void name(String name) {
        Integer known = names.get(name);
        if (known != null) {
            bytes.unsigned(known + 2L);
            return;
        }
        boolean isKept = names.size() < NAMES_MAX;
        if (isKept) {
            names.put(name, names.size());
        }
        bytes.unsigned(isKept ? 1 : 0).text(name);
    }

    private void optional(@Nullable String text) {
        bytes.octet(text == null ? 0 : 1);
        if (text != null) {
            bytes.text(text);
        }
    }

    private void ids(List<String> ids) {
        bytes.unsigned(ids.size());
        ids.forEach(bytes::text);
    }
}
