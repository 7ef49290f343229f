package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.Effort;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How hard, and how long, a server is attacked: by five thousand hostile clients and a flood of ten times the capacity
 * in about six minutes, or in one and a half, or by a few hundred in half a minute.
 *
 * @param effort which of the three
 * @param floodFrom the addresses that the flood comes from
 * @param only what all hostile clients do, if they do not do everything
 */
record AttackPlan(Effort effort, List<String> floodFrom, Only only) {
    /** What all hostile clients do. */
    enum Only {
        /** Everything, some of them each. */
        NO,
        /** Send bulk inserts. */
        STREAMS,
        /** Come without a good credential. */
        GUESSES
    }

    /** Most wait for a place anyway. */
    private static final int STREAMS = 400;

    static AttackPlan of(Effort effort) {
        List<String> others = IntStream.rangeClosed(1, effort.choose(4, 16, 16))
                .mapToObj(number -> "127.0.2." + number)
                .toList();
        return new AttackPlan(effort, others, Only.NO);
    }

    /** Returns this plan with a flood from the address of the good clients, who then cannot be told from it. */
    AttackPlan fromTheGoodAddress() {
        return new AttackPlan(effort, List.of(Attack.GOOD_ADDRESS), only);
    }

    /**
     * Returns this plan with hostile clients that all do one thing; of those that send bulk inserts there are fewer.
     */
    AttackPlan only(Only kinds) {
        return new AttackPlan(effort, floodFrom, kinds);
    }

    /** Returns how many hostile clients there are, each of which wants a connection all the time. */
    int connections() {
        int all = effort.choose(300, 5_000, 5_000);
        return only == Only.STREAMS ? Math.min(all, STREAMS) : all;
    }

    /** Returns from how many addresses they come. */
    int addresses() {
        return effort.choose(6, 20, 20);
    }

    /** Returns how often those send a byte that send byte by byte. */
    long dripMillis() {
        return effort.choose(500L, 6_000L, 6_000L);
    }

    /** Returns how many good clients there are beside them. */
    int goodClients() {
        return effort.choose(6, 20, 20);
    }

    /** Returns how many requests each of these sends a second. */
    int goodPerSecond() {
        return effort.choose(20, 25, 25);
    }

    /** Returns how long they are alone, before and after. */
    int calmSeconds() {
        return effort.choose(2, 5, 15);
    }

    /** Returns how long as many connections are beside them as the hostile clients will have, and do nothing. */
    int idleSeconds() {
        return effort.choose(2, 10, 20);
    }

    int siegeSeconds() {
        return effort.choose(6, 25, 120);
    }

    /** Returns how long it is measured what the server can do. */
    int capacitySeconds() {
        return effort.choose(2, 4, 10);
    }

    int floodSeconds() {
        return effort.choose(4, 25, 120);
    }

    /**
     * Returns how many connections the flood has: more than the server lets requests wait, or it could not send them.
     */
    int floodConnections() {
        return effort.choose(200, 3_000, 3_000);
    }

    /** Returns how many times of what the server can do the flood asks for. */
    int floodTimes() {
        return 10;
    }
}
