package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Call;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.HistoryRecorder;
import io.mintmark.testkit.history.ProcessRecorder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A counter, and clients that reserve, issue, give back, send returns again, and drop it, with what gets lost.
 *
 * <p>A request acts at some instant within its operation, or is lost; so is the answer at times. Clients issue from
 * ranges of earlier lives as well.
 */
final class SimulatedCounter {
    private static final int CLIENTS = 3;

    private final SplittableRandom random;
    private final boolean remembersReturns;
    private final HistoryRecorder recorder = HistoryRecorder.inMemory();
    private final List<Running> running = new ArrayList<>();
    private final List<List<Held>> held = new ArrayList<>();
    private final List<Held> returned = new ArrayList<>();
    private final Set<Held> open = new HashSet<>();
    private int life;
    private long max;

    /** A client's range. */
    private static final class Held {
        final long low;
        final long high;
        final int life;
        final int client;
        long next;

        Held(long low, long high, int life, int client) {
            this.low = low;
            this.high = high;
            this.life = life;
            this.client = client;
            this.next = low;
        }
    }

    /** A request on its way: what the counter does with it, and what its client is told then. */
    private static final class Running {
        final Call call;
        final Runnable act;
        Runnable answer;
        boolean hasActed;

        Running(Call call, Runnable act) {
            this.call = call;
            this.act = act;
            this.answer = call::close;
        }
    }

    SimulatedCounter(SplittableRandom random, boolean remembersReturns) {
        this.random = random;
        this.remembersReturns = remembersReturns;
        for (int i = 0; i < CLIENTS; i++) {
            held.add(new ArrayList<>());
        }
    }

    History history(int steps) {
        for (int step = 0; step < steps; step++) {
            if (!running.isEmpty() && random.nextInt(3) > 0) {
                advance(running.get(random.nextInt(running.size())));
            } else {
                begin(random.nextInt(CLIENTS));
            }
        }
        return recorder.history();
    }

    private void advance(Running request) {
        if (!request.hasActed) {
            request.hasActed = true;
            if (random.nextInt(12) > 0) {
                request.act.run();
            }
        } else {
            running.remove(request);
            (random.nextInt(12) > 0 ? request.answer : (Runnable) request.call::close).run();
        }
    }

    private void begin(int client) {
        ProcessRecorder process = recorder.process("client " + client);
        List<Held> ranges = held.get(client);
        int kind = random.nextInt(20);
        if (kind < 6 || ranges.isEmpty() && kind < 17) {
            Call call = process.reserve("c");
            run(call, request -> reserve(request, client));
        } else if (kind < 13) {
            issue(process, ranges.get(random.nextInt(ranges.size())));
        } else if (kind < 17) {
            Held range = ranges.remove(random.nextInt(ranges.size()));
            returned.add(range);
            giveBack(process, range);
        } else if (kind < 19 && !returned.isEmpty()) {
            Held range = returned.get(random.nextInt(returned.size()));
            giveBack(recorder.process("client " + range.client), range);
        } else if (kind == 19 && random.nextInt(3) == 0) {
            Call call = process.drop("c");
            run(call, this::drop);
        }
    }

    /** What the counter does with a request. */
    private interface Act {
        void on(Running request);
    }

    private void run(Call call, Act act) {
        Running[] request = new Running[1];
        request[0] = new Running(call, () -> act.on(request[0]));
        running.add(request[0]);
    }

    private void reserve(Running request, int client) {
        Held range = new Held(max + 1, max + random.nextInt(1, 6), life, client);
        max = range.high;
        open.add(range);
        request.answer = () -> {
            request.call.ok(range.low, range.high);
            held.get(client).add(range);
        };
    }

    private void issue(ProcessRecorder process, Held range) {
        long last = Math.min(range.high, range.next + random.nextInt(3));
        if (range.next <= last) {
            process.issued("c", range.next, last);
            range.next = last + 1;
        }
    }

    private void giveBack(ProcessRecorder process, Held range) {
        Call call = process.giveBack("c", range.next - 1, range.high);
        run(call, request -> {
            boolean isKnown = open.contains(range) && range.life == life;
            boolean isTaken = max == range.high && (isKnown || !remembersReturns);
            if (isTaken) {
                max = range.next - 1;
                open.remove(range);
            }
            request.answer = isTaken ? call::ok : call::failed;
        });
    }

    private void drop(Running request) {
        life++;
        max = 0;
        open.clear();
        request.answer = request.call::ok;
    }
}
