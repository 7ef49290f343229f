package io.mintmark.lab.faults;

import io.mintmark.lab.faults.Findings.Kind;
import io.mintmark.lab.faults.History.Done;
import io.mintmark.lab.faults.History.Drop;
import io.mintmark.lab.faults.History.Identity;
import io.mintmark.lab.faults.History.PutBack;
import io.mintmark.lab.faults.History.Range;
import io.mintmark.lab.faults.History.Read;
import io.mintmark.lab.faults.History.Stored;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Compares a history with what several nodes promise. It sorts, so it takes n log n, and knows no server. */
final class Judge {
    /** How long after a put-back a node may take to notice it. */
    static final long NOTICE_NANOS = TimeUnit.SECONDS.toNanos(8);

    private final History history;
    private final Lives lives;
    private final Findings findings;

    private Judge(History history, Findings findings) {
        this.history = history;
        this.lives = new Lives(history);
        this.findings = findings;
    }

    static Findings of(History history, int nodes) {
        Findings findings = new Findings();
        new Judge(history, findings).judge();
        new Availability(history).judge(nodes, findings);
        return findings;
    }

    private void judge() {
        if (history.isFull()) {
            findings.add(Kind.HISTORY_FULL, "the run was too long or too fast");
        }
        group(history.all(History.Range.class), each -> each.database() + " " + each.counter())
                .forEach(this::numbers);
        group(history.all(History.Identity.class), each -> each.database() + " " + each.name() + " " + each.number())
                .forEach(this::identity);
        group(history.all(History.Identity.class), each -> each.database() + " " + each.request())
                .forEach(this::request);
        group(history.all(History.Stored.class), each -> each.database() + " " + each.id())
                .forEach(this::id);
        history.all(History.Read.class).forEach(this::read);
        history.all(History.PutBack.class).forEach(this::putBack);
        history.all(History.Done.class).stream()
                .filter(Done::isFailed)
                .forEach(each -> findings.add(Kind.FAULT_FAILED, each.toString()));
    }

    private static <T> Collection<List<T>> group(List<T> entries, Function<T, String> key) {
        return entries.stream().collect(Collectors.groupingBy(key)).values();
    }

    /** Sweeps by the lowest number: those that are still open there overlap. */
    private void numbers(List<Range> ranges) {
        ranges.sort(Comparator.comparingLong(Range::low));
        Deque<Range> open = new ArrayDeque<>();
        for (Range range : ranges) {
            for (Iterator<Range> each = open.iterator(); each.hasNext(); ) {
                Range other = each.next();
                if (other.high() < range.low()) {
                    each.remove();
                } else {
                    overlap(other.got() <= range.got() ? other : range, other.got() <= range.got() ? range : other);
                }
            }
            if (range.low() <= range.high()) {
                open.add(range);
            }
        }
    }

    private void overlap(Range earlier, Range later) {
        Kind kind = Kind.NUMBER_TWICE;
        if (lives.isDropBetween(earlier.database(), earlier.got(), later.got())) {
            kind = Kind.REPEATED_OVER_LIVES;
        } else if (lives.isDropPossible(earlier.database(), earlier.sent(), later.got())) {
            kind = Kind.NUMBER_WHILE_DROPPED;
        }
        findings.add(kind, earlier + " and " + later);
    }

    /** Hands on each entry with the one that was answered before it. */
    private static <T> void inTurns(List<T> entries, ToLongFunction<T> got, BiConsumer<T, T> pair) {
        entries.sort(Comparator.comparingLong(got));
        for (int i = 1; i < entries.size(); i++) {
            pair.accept(entries.get(i - 1), entries.get(i));
        }
    }

    /** All have the same number; a request that was asked again counts once. */
    private void identity(List<Identity> same) {
        inTurns(same, Identity::got, (earlier, later) -> {
            if (!earlier.request().equals(later.request())) {
                boolean isOfLives = lives.isDropPossible(earlier.database(), earlier.sent(), later.got());
                findings.add(isOfLives ? Kind.IDENTITY_OVER_LIVES : Kind.IDENTITY_TWICE, earlier + " and " + later);
            }
        });
    }

    private void request(List<Identity> asked) {
        inTurns(asked, Identity::got, (earlier, later) -> {
            if (earlier.number() != later.number()
                    && !lives.isDropped(earlier.database(), earlier.sent(), later.got())) {
                boolean isForgotten = lives.isForgotten(earlier.sent(), earlier.got(), later.got());
                findings.add(
                        isForgotten ? Kind.FORGOTTEN_BY_PUT_BACK : Kind.REQUEST_TWO_NUMBERS, earlier + " and " + later);
            }
        });
    }

    /** All have the same id, which nobody stores twice. */
    private void id(List<Stored> same) {
        inTurns(same, Stored::got, (earlier, later) -> {
            if (!lives.isDropPossible(earlier.database(), earlier.sent(), later.got())) {
                findings.add(
                        later.isServers() ? Kind.SERVER_ID_TWICE : Kind.DOCUMENT_OVERWRITTEN,
                        earlier + " and " + later);
            } else if (later.isServers()) {
                findings.add(Kind.IDENTITY_OVER_LIVES, earlier + " and " + later);
            }
        });
    }

    private void read(Read read) {
        Stored stored = read.stored();
        if (read.mark().equals(stored.mark()) || lives.isDropped(stored.database(), stored.sent(), read.got())) {
            return;
        }
        if (!read.mark().isEmpty()) {
            findings.add(Kind.DOCUMENT_OVERWRITTEN, read.toString());
        } else if (lives.isForgotten(stored, read.got())) {
            findings.add(Kind.FORGOTTEN_BY_PUT_BACK, read.toString());
        } else {
            findings.add(Kind.DOCUMENT_LOST, read.toString());
        }
    }

    private void putBack(PutBack each) {
        for (Range range : history.all(History.Range.class)) {
            if (range.sent() >= each.ready() && range.sent() < each.stopped()) {
                boolean isLate = range.sent() - each.ready() > NOTICE_NANOS;
                findings.add(isLate ? Kind.FROM_OLDER_STORE : Kind.AFTER_PUT_BACK, range.toString());
            }
        }
        for (Identity identity : history.all(History.Identity.class)) {
            if (identity.sent() >= each.ready() && identity.sent() < each.stopped()) {
                findings.add(Kind.FROM_OLDER_STORE, identity.toString());
            }
        }
    }

    /** Returns the ranges by node, in the order in which they came. */
    static Map<Integer, List<Long>> answers(History history, String database) {
        return history.all(History.Range.class).stream()
                .filter(range -> range.database().equals(database))
                .sorted(Comparator.comparingLong(Range::got))
                .collect(Collectors.groupingBy(
                        Range::node, Collectors.mapping(Range::got, Collectors.toCollection(ArrayList::new))));
    }

    /** Which entries of a history belong to different lives of a database, and which ones a put-back forgot. */
    private static final class Lives {
        private final List<Drop> drops;
        private final List<PutBack> putBacks;

        Lives(History history) {
            drops = history.all(History.Drop.class);
            putBacks = history.all(History.PutBack.class);
        }

        /** Returns whether a drop was sent when the earlier answer had come, and before the later one came. */
        boolean isDropBetween(String database, long earlierGot, long laterGot) {
            return drops.stream()
                    .anyMatch(drop ->
                            drop.database().equals(database) && earlierGot <= drop.sent() && drop.sent() <= laterGot);
        }

        /** Returns whether a drop may have happened between an earlier request and a later answer. */
        boolean isDropPossible(String database, long earlierSent, long laterGot) {
            return drops.stream()
                    .anyMatch(drop -> drop.database().equals(database)
                            && earlierSent <= drop.dropped()
                            && drop.sent() <= laterGot);
        }

        /** Returns whether a drop touches what was sent at {@code sent} and looked at until {@code until}. */
        boolean isDropped(String database, long sent, long until) {
            return drops.stream()
                    .anyMatch(
                            drop -> drop.database().equals(database) && sent <= drop.created() && drop.sent() <= until);
        }

        /** Returns whether an answer that came at {@code got} was forgotten by a put-back before {@code until}. */
        boolean isForgotten(long sent, long got, long until) {
            return putBacks.stream()
                    .anyMatch(each -> got >= each.copied() && sent <= each.raised() && each.begun() <= until);
        }

        /** Returns the same of a document. A put-back may bring back a former life, so all of that is excused. */
        boolean isForgotten(Stored document, long until) {
            boolean isRenewed = drops.stream().anyMatch(drop -> drop.database().equals(document.database()));
            return isForgotten(document.sent(), isRenewed ? Long.MAX_VALUE : document.got(), until);
        }
    }
}
