package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Act;
import io.mintmark.testkit.history.Event;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.Outcome;
import io.mintmark.testkit.judge.IdentityLives.Asked;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The reading of a history of identities. Used by one thread. */
final class IdentitiesSweep {
    private final Findings findings;
    private final Map<String, IdentityLives> identities = new TreeMap<>();
    private final Map<Long, Asked> open = new HashMap<>();
    private final Map<Act.NextIdentity, Asked> requests = new HashMap<>();
    private final Set<Answered> answers = new HashSet<>();
    private long given;

    /** A request id and a number that answered it, in a life. */
    private record Answered(Act.NextIdentity request, long number, int life) {}

    IdentitiesSweep(Findings findings) {
        this.findings = findings;
    }

    void read(Event event) {
        Operation operation = event.operation();
        boolean begins = event instanceof Event.Began;
        if (operation.act() instanceof Act.NextIdentity identity) {
            if (begins) {
                began(operation, identity);
            } else {
                ended(operation, identity);
            }
        } else if (operation.act() instanceof Act.Drop) {
            drop(operation, begins);
        }
    }

    private void drop(Operation operation, boolean begins) {
        IdentityLives lives = lives(operation.act().name());
        if (begins) {
            lives.dropBegins();
        } else if (operation.outcome().isOk()) {
            lives.dropEnds();
        } else {
            lives.dropFails();
        }
    }

    private void began(Operation operation, Act.NextIdentity identity) {
        Asked now = lives(identity.name()).ask();
        Asked first = identity.request() == null ? now : requests.computeIfAbsent(identity, any -> now);
        open.put(operation.number(), first);
    }

    private void ended(Operation operation, Act.NextIdentity identity) {
        Asked asked = open.remove(operation.number());
        if (asked == null) {
            return;
        }
        IdentityLives lives = lives(identity.name());
        lives.askEnds();
        if (operation.outcome() instanceof Outcome.Numbers number
                && (identity.request() == null || answers.add(new Answered(identity, number.low(), lives.life())))) {
            given++;
            judge(operation, lives, asked, number.low());
        }
    }

    private void judge(Operation operation, IdentityLives lives, Asked asked, long number) {
        IdentityLives.Answer answer = lives.give(asked, number, operation.number());
        String name = operation.act().name();
        if (answer.isAgain()) {
            findings.add(
                    Rule.IDENTITY_TWICE,
                    name + ", number " + number + " given twice",
                    other -> isOf(other, name)
                            && other.outcome() instanceof Outcome.Numbers given
                            && given.low() == number
                            && other.ended() <= operation.ended());
        } else if (answer.isBehind()) {
            findings.add(
                    Rule.IDENTITY_BEHIND,
                    name + ", number " + number + " given although " + asked.highest()
                            + " had been given before it was asked for",
                    other -> other.number() == operation.number() || other.number() == asked.highestGivenBy());
        }
    }

    private static boolean isOf(Operation operation, String name) {
        return operation.act() instanceof Act.NextIdentity identity
                && identity.name().equals(name);
    }

    private IdentityLives lives(String name) {
        return identities.computeIfAbsent(name, any -> new IdentityLives());
    }

    /** Lists gaps, and judges them if none is allowed. */
    void end(boolean isGapFree) {
        findings.unseen(open.size(), "identities of unknown outcome, which may be among the gaps");
        findings.unseenSpellings("identities", identities.keySet());
        long gaps = 0;
        for (Map.Entry<String, IdentityLives> each : identities.entrySet()) {
            long missing = each.getValue().gapCount();
            gaps = Spans.sum(Stream.of(gaps, missing));
            if (isGapFree && missing > each.getValue().explainedCount()) {
                findings.add(
                        Rule.IDENTITY_GAP,
                        each.getKey() + ", " + each.getValue().gapsText() + " missing, more than unknown outcomes",
                        operation -> false);
            }
        }
        findings.unseen(gaps, "numbers that no answer gave, between answers: gaps");
        findings.unseen(
                identities.values().stream()
                        .mapToLong(IdentityLives::uncertainCount)
                        .sum(),
                "identities while their name was dropped, of either life");
    }

    String judged() {
        return String.format(Locale.ROOT, "identities: %,d numbers of %,d names", given, identities.size());
    }
}
