package io.mintmark.counter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A foreign counter as a database keeps it, and programs that read it by a rule each; single-threaded, for replays. */
final class SharedCounter {
    private final long increment;
    private final List<Reservation> reserved = new ArrayList<>();
    private long value;

    SharedCounter(long start, long increment) {
        this.value = start;
        this.increment = increment;
    }

    /** Draws the next value: what a program that knows of no blocks inserts as an id. */
    long draw() {
        long drawn = value;
        value += increment;
        return drawn;
    }

    /** Draws until a value yields a block. */
    Reservation reserve(BlockRule rule) {
        Optional<Reservation> block = rule.block(draw());
        block.ifPresent(reserved::add);
        return block.isPresent() ? block.get() : reserve(rule);
    }

    /** Returns all blocks in the order in which they were reserved. */
    List<Reservation> reserved() {
        return reserved;
    }

    /** Lets two new programs issue {@code count} numbers each, in turn. */
    List<Client> alternate(BlockRule ruleOfA, BlockRule ruleOfB, int count) {
        List<Client> clients = List.of(new Client(ruleOfA), new Client(ruleOfB));
        for (int round = 0; round < count; round++) {
            clients.forEach(Client::issue);
        }
        return clients;
    }

    /** One program: issues its block to the end before it reserves the next. */
    final class Client {
        private final BlockRule rule;
        private final List<Long> issued = new ArrayList<>();
        private long next = 1;
        private long last;

        Client(BlockRule rule) {
            this.rule = rule;
        }

        void issue() {
            if (next > last) {
                Reservation block = reserve(rule);
                next = block.low();
                last = block.high();
            }
            issued.add(next++);
        }

        List<Long> issued() {
            return issued;
        }

        /** Returns what was issued in runs: {@code 1, 12..21, 32..41}. */
        String runs() {
            StringBuilder runs = new StringBuilder();
            for (int from = 0, to = 1; to <= issued.size(); to++) {
                if (to == issued.size() || issued.get(to) != issued.get(to - 1) + 1) {
                    runs.append(runs.isEmpty() ? "" : ", ").append(run(issued.get(from), issued.get(to - 1)));
                    from = to;
                }
            }
            return runs.toString();
        }

        private String run(long low, long high) {
            return low == high ? Long.toString(low) : low + ".." + high;
        }
    }
}
