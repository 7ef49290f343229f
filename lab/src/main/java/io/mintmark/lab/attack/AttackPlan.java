package io.mintmark.lab.attack;

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
 * @param streamsOnly whether all hostile clients send bulk inserts
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
        boolean streamsOnly) {

    /**
     * Five thousand hostile clients, and a flood of ten times the capacity, in about six minutes. The flood has more
     * connections than the server lets requests wait, or it could not send what it is to send.
     */
    static final AttackPlan LONG =
            new AttackPlan(5_000, 20, 6_000, 20, 25, 15, 20, 120, 10, 120, 3_000, 10, otherAddresses(16), false);

    /** As many, for a minute and a half. */
    static final AttackPlan SHORT =
            new AttackPlan(5_000, 20, 6_000, 20, 25, 5, 10, 25, 4, 25, 3_000, 10, otherAddresses(16), false);

    /** A few hundred, in about half a minute. */
    static final AttackPlan QUICK =
            new AttackPlan(300, 6, 500, 6, 20, 2, 2, 6, 2, 4, 200, 10, otherAddresses(4), false);

    private static final int STREAMS = 400;

    private static final List<String> WORDS = List.of("--short", "--quick", "--same-address", "--streams");

    /**
     * Returns the plan that words of the command line ask for.
     *
     * @throws IllegalArgumentException if it does not know one of them
     */
    static AttackPlan of(List<String> words) {
        for (String word : words) {
            if (!WORDS.contains(word)) {
                throw new IllegalArgumentException("lab/attack takes " + String.join(", ", WORDS)
                        + ", and behind -- options of the server; it does not know " + word);
            }
        }
        AttackPlan asked = words.contains("--quick") ? QUICK : words.contains("--short") ? SHORT : LONG;
        AttackPlan from = words.contains("--same-address") ? asked.fromTheGoodAddress() : asked;
        return words.contains("--streams") ? from.ofStreamsOnly() : from;
    }

    private static List<String> otherAddresses(int count) {
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            addresses.add("127.0.2." + (i + 1));
        }
        return addresses;
    }

    /** Returns this plan with a flood from the address of the good clients, who then cannot be told from it. */
    private AttackPlan fromTheGoodAddress() {
        return with(connections, List.of(GoodClients.ADDRESS), streamsOnly);
    }

    /** Returns this plan with hostile clients that all send bulk inserts, a few hundred: most wait for a place anyway. */
    private AttackPlan ofStreamsOnly() {
        return with(Math.min(connections, STREAMS), floodFrom, true);
    }

    private AttackPlan with(int clients, List<String> from, boolean streams) {
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
                streams);
    }
}
