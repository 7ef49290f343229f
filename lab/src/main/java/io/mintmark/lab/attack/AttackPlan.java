package io.mintmark.lab.attack;

import io.mintmark.lab.measure.Effort;
import java.util.ArrayList;
import java.util.List;

/**
 * How hard, and how long, a server is attacked.
 *
 * @param connections hostile clients, each of which wants a connection all the time
 * @param addresses from how many addresses they come
 * @param dripMillis how often those send a byte that send byte by byte
 * @param goodClients good clients beside them
 * @param goodPerSecond requests of each good client, a second
 * @param calmSeconds how long the good clients are alone, before and after
 * @param idleSeconds how long as many connections are beside them as the hostile clients will have, and do nothing
 * @param siegeSeconds how long the hostile clients are beside them
 * @param capacitySeconds how long it is measured what the server can do
 * @param floodSeconds how long the flood comes on top
 * @param floodConnections how many connections it has
 * @param floodTimes how many times of what the server can do it asks
 * @param floodFrom the addresses it comes from
 * @param only what all hostile clients do, if they do not do everything
 */
record AttackPlan(
        int connections,
        int addresses,
        long dripMillis,
        int goodClients,
        int goodPerSecond,
        int calmSeconds,
        int idleSeconds,
        int siegeSeconds,
        int capacitySeconds,
        int floodSeconds,
        int floodConnections,
        int floodTimes,
        List<String> floodFrom,
        Only only) {

    /** What all hostile clients do. */
    enum Only {
        /** Everything, some of them each. */
        NO,
        /** Send bulk inserts. */
        STREAMS,
        /** Come without a good credential. */
        GUESSES
    }

    private static final int STREAMS = 400;

    /**
     * Returns the plan of an effort: five thousand hostile clients and a flood of ten times the capacity in about six minutes,
     * or in one and a half, or a few hundred in half a minute. The flood has more connections than the server lets requests
     * wait, or it could not send what it is to send.
     */
    static AttackPlan of(Effort effort) {
        return new AttackPlan(
                effort.choose(300, 5_000, 5_000),
                effort.choose(6, 20, 20),
                effort.choose(500L, 6_000L, 6_000L),
                effort.choose(6, 20, 20),
                effort.choose(20, 25, 25),
                effort.choose(2, 5, 15),
                effort.choose(2, 10, 20),
                effort.choose(6, 25, 120),
                effort.choose(2, 4, 10),
                effort.choose(4, 25, 120),
                effort.choose(200, 3_000, 3_000),
                10,
                otherAddresses(effort.choose(4, 16, 16)),
                Only.NO);
    }

    private static List<String> otherAddresses(int count) {
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            addresses.add("127.0.2." + (i + 1));
        }
        return addresses;
    }

    /** Returns this plan with a flood from the address of the good clients, who then cannot be told from it. */
    AttackPlan fromTheGoodAddress() {
        return with(connections, List.of(GoodClients.ADDRESS), only);
    }

    /** Returns this plan with hostile clients that all send bulk inserts, a few hundred: most wait for a place anyway. */
    AttackPlan ofStreamsOnly() {
        return with(Math.min(connections, STREAMS), floodFrom, Only.STREAMS);
    }

    /** Returns this plan with hostile clients that all come without a good credential. */
    AttackPlan ofGuessesOnly() {
        return with(connections, floodFrom, Only.GUESSES);
    }

    private AttackPlan with(int clients, List<String> from, Only kinds) {
        return new AttackPlan(
                clients,
                addresses,
                dripMillis,
                goodClients,
                goodPerSecond,
                calmSeconds,
                idleSeconds,
                siegeSeconds,
                capacitySeconds,
                floodSeconds,
                floodConnections,
                floodTimes,
                from,
                kinds);
    }
}
