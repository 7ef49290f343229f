package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Act;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges request ids: all successful answers to one of them are the same.
 *
 * <p>Requests are identities that were asked for with an id, and whatever else was recorded as a request; an id counts
 * within its name and its life. Memory goes with request ids. Immutable.
 */
public final class RequestsJudge implements Judge {
    private final long memoryNanos;

    private RequestsJudge(long memoryNanos) {
        this.memoryNanos = memoryNanos;
    }

    /** Returns a judge of a system that remembers requests for ever. */
    public static RequestsJudge create() {
        return new RequestsJudge(Operation.NEVER);
    }

    /** Returns a judge of a system that may forget a request that long after its first answer. */
    public RequestsJudge rememberedFor(Duration memory) {
        return new RequestsJudge(memory.toNanos());
    }

    @Override
    public Verdict judge(History history) {
        Findings findings = new Findings();
        Answers answers = new Answers(findings, memoryNanos);
        history.forEachOperation(answers::note);
        boolean isWhole = history.forEachOperation(answers::look);
        findings.unseen(answers.unknown, "requests of unknown outcome, whose answers nobody knows");
        findings.unseen(answers.once(), "request ids that were answered once, so that nothing compares");
        findings.unseen(answers.late, "answers later than the system remembers a request");
        findings.unseen(answers.overDrops, "answers to one request id before and after a drop of its name");
        findings.unseenEnd(isWhole);
        return findings.verdict(
                String.format(
                        Locale.ROOT, "requests: %,d answers to %,d request ids", answers.count, answers.first.size()),
                history);
    }

    /** A request id within its name, of either kind of request. */
    private record Key(Class<? extends Act> kind, String name, String request) {
        static @Nullable Key of(Act act) {
            if (act instanceof Act.Ask ask) {
                return new Key(Act.Ask.class, ask.name(), ask.request());
            } else if (act instanceof Act.NextIdentity identity && identity.request() != null) {
                return new Key(Act.NextIdentity.class, identity.name(), identity.request());
            }
            return null;
        }
    }

    /** The first answer to each request id, or the first one of its latest life. */
    private static final class Answers {
        final Map<Key, Operation> first = new HashMap<>();
        final Set<Key> compared = new HashSet<>();
        final Map<String, List<Operation>> drops = new HashMap<>();
        /** When the first request of each id was sent, whose answer may have been lost or may be late. */
        final Map<Key, Long> begun = new HashMap<>();

        final Findings findings;
        final long memoryNanos;
        long count;
        long unknown;
        long late;
        long overDrops;

        Answers(Findings findings, long memoryNanos) {
            this.findings = findings;
            this.memoryNanos = memoryNanos;
        }

        void note(Operation operation) {
            if (operation.outcome() instanceof Outcome.Failed) {
                return;
            }
            if (operation.act() instanceof Act.Drop drop) {
                drops.computeIfAbsent(drop.name(), any -> new ArrayList<>()).add(operation);
            }
            Key key = memoryNanos == Operation.NEVER ? null : Key.of(operation.act());
            if (key != null) {
                begun.merge(key, operation.began(), Math::min);
            }
        }

        void look(Operation operation) {
            Key key = Key.of(operation.act());
            if (key == null) {
                return;
            }
            if (operation.outcome() instanceof Outcome.Unknown) {
                unknown++;
            } else if (operation.outcome().isOk()) {
                count++;
                compare(key, operation);
            }
        }

        private void compare(Key key, Operation operation) {
            Operation known = first.putIfAbsent(key, operation);
            if (known == null) {
                return;
            }
            if (isDroppedBetween(known, operation)) {
                overDrops++;
                if (known.precedes(operation)) {
                    first.put(key, operation);
                }
                return;
            }
            if (operation.ended() - begun.getOrDefault(key, known.began()) > memoryNanos) {
                late++;
                return;
            }
            compared.add(key);
            if (!known.outcome().equals(operation.outcome())) {
                findings.add(
                        Rule.TWO_ANSWERS,
                        operation.act() + " answered by " + known.outcome() + " and by " + operation.outcome(),
                        known,
                        operation);
            }
        }

        /** Returns whether a drop may have acted between the two, whichever of them acted first. */
        private boolean isDroppedBetween(Operation one, Operation other) {
            return drops.getOrDefault(one.act().name(), List.of()).stream()
                    .anyMatch(drop -> !(drop.precedes(one) && drop.precedes(other))
                            && !(one.precedes(drop) && other.precedes(drop)));
        }

        long once() {
            return first.size() - compared.size();
        }
    }

    @Override
    public String toString() {
        return "RequestsJudge";
    }
}
