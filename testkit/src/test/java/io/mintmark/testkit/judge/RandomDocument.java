package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Call;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.HistoryRecorder;
import io.mintmark.testkit.history.ProcessRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A document under random operations that run at once: it acts at some instant within each, and at times lies. */
final class RandomDocument {
    private static final int MOST_AT_ONCE = 3;

    private final SplittableRandom random;
    private final HistoryRecorder recorder = HistoryRecorder.inMemory();
    private final ProcessRecorder process = recorder.process("p");
    private final List<Running> running = new ArrayList<>();
    private final boolean isGood;
    private final boolean hasDeletions;
    private String state = "";
    private int versions;

    private RandomDocument(SplittableRandom random, boolean isGood, boolean hasDeletions) {
        this.random = random;
        this.isGood = isGood;
        this.hasDeletions = hasDeletions;
    }

    /** Returns a history of at most seven operations, some of which were answered wrongly. */
    static History mistaken(SplittableRandom random, boolean hasDeletions) {
        return new RandomDocument(random, false, hasDeletions).history(random.nextInt(2, 8));
    }

    /** Returns a history of more operations, some of unknown outcome, none of which was answered wrongly. */
    static History good(SplittableRandom random) {
        return new RandomDocument(random, true, random.nextBoolean()).history(random.nextInt(2, 25));
    }

    private enum Kind {
        WRITE,
        DELETE,
        READ
    }

    /** An operation on its way. */
    private static final class Running {
        final Call call;
        final Kind kind;
        final String ifMatch;
        boolean hasActed;
        boolean isDone;
        String answer = "";

        Running(Call call, Kind kind, String ifMatch) {
            this.call = call;
            this.kind = kind;
            this.ifMatch = ifMatch;
        }
    }

    private History history(int operations) {
        int left = operations;
        while (left > 0 || !running.isEmpty()) {
            if (left > 0 && running.size() < MOST_AT_ONCE && random.nextBoolean()) {
                left--;
                begin();
            } else if (!running.isEmpty()) {
                step(running.get(random.nextInt(running.size())));
            }
        }
        return recorder.history();
    }

    private void begin() {
        boolean isConditional = random.nextBoolean();
        String ifMatch = isConditional ? guess() : "any";
        int kind = random.nextInt(5);
        if (kind < 2) {
            Call call = isConditional ? process.write("d", ifMatch) : process.write("d");
            running.add(new Running(call, Kind.WRITE, ifMatch));
        } else if (kind == 2 && hasDeletions) {
            boolean isOfVersion = isConditional && !ifMatch.isEmpty();
            Call call = isOfVersion ? process.delete("d", ifMatch) : process.delete("d");
            running.add(new Running(call, Kind.DELETE, isOfVersion ? ifMatch : "any"));
        } else {
            running.add(new Running(process.read("d"), Kind.READ, "any"));
        }
    }

    private String guess() {
        return random.nextInt(3) > 0 || versions == 0 ? state : "v" + random.nextInt(1, versions + 1);
    }

    private void step(Running operation) {
        if (!operation.hasActed) {
            act(operation);
        } else {
            running.remove(operation);
            end(operation);
        }
    }

    private void act(Running operation) {
        operation.hasActed = true;
        boolean isLie = !isGood && random.nextInt(4) == 0;
        operation.isDone = operation.ifMatch.equals("any") || operation.ifMatch.equals(state) || isLie;
        if (operation.kind == Kind.READ) {
            operation.answer = isLie ? guess() : state;
        } else if (operation.isDone) {
            operation.answer = operation.kind == Kind.WRITE ? "v" + ++versions : "";
            state = isLie ? state : operation.answer;
        }
    }

    private void end(Running operation) {
        if (isGood && random.nextInt(6) == 0) {
            operation.call.close();
        } else if (!operation.isDone) {
            operation.call.failed();
        } else if (operation.answer.isEmpty()) {
            operation.call.ok();
        } else {
            operation.call.ok(operation.answer);
        }
    }
}
