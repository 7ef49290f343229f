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
        history.forEachOperation(answers::noteDrop);
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

    /** The first answer to each request id. */
    private static final class Answers {
        final Map<String, Operation> first = new HashMap<>();
        final Set<String> compared = new HashSet<>();
        final Map<String, List<Operation>> drops = new HashMap<>();
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

        void noteDrop(Operation operation) {
            if (operation.act() instanceof Act.Drop && !(operation.outcome() instanceof Outcome.Failed)) {
                drops.computeIfAbsent(operation.act().name(), any -> new ArrayList<>())
                        .add(operation);
            }
        }

        void look(Operation operation) {
            String key = key(operation);
            if (key.isEmpty()) {
                return;
            }
            if (operation.outcome() instanceof Outcome.Unknown) {
                unknown++;
            } else if (operation.outcome().isOk()) {
                count++;
                compare(key, operation);
            }
        }

        private void compare(String key, Operation operation) {
            Operation known = first.putIfAbsent(key, operation);
            if (known == null) {
                return;
            }
            if (operation.ended() - known.began() > memoryNanos) {
                late++;
                return;
            }
            if (isDroppedBetween(known, operation)) {
                overDrops++;
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

        private boolean isDroppedBetween(Operation first, Operation later) {
            return drops.getOrDefault(first.act().name(), List.of()).stream()
                    .anyMatch(drop -> !drop.precedes(first) && !later.precedes(drop));
        }

        long once() {
            return first.size() - compared.size();
        }

        private static String key(Operation operation) {
            if (operation.act() instanceof Act.Ask ask) {
                return "ask\n" + ask.name() + "\n" + ask.request();
            } else if (operation.act() instanceof Act.NextIdentity identity && identity.request() != null) {
                return "identity\n" + identity.name() + "\n" + identity.request();
            }
            return "";
        }
    }

    @Override
    public String toString() {
        return "RequestsJudge";
    }
}
