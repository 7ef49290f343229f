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
 * @param siegeSeconds how long the hostile clients are beside them
 * @param capacitySeconds how long it is measured what the server can do
 * @param floodSeconds how long the flood comes on top
 * @param floodConnections how many connections it has
 * @param floodTimes how many times of what the server can do it asks
 * @param floodFrom the addresses it comes from
 */
record AttackPlan(
        int connections,
        int addresses,
        long dripMillis,
        int goodClients,
        int goodPerSecond,
        int calmSeconds,
        int siegeSeconds,
        int capacitySeconds,
        int floodSeconds,
        int floodConnections,
        int floodTimes,
        List<String> floodFrom) {

    /** Five thousand hostile clients, and a flood of ten times the capacity, in about five minutes. */
    static final AttackPlan LONG =
            new AttackPlan(5_000, 20, 6_000, 20, 25, 15, 100, 10, 100, 2_000, 10, otherAddresses(8));

    /** A few hundred, in about twenty seconds. */
    static final AttackPlan QUICK = new AttackPlan(300, 6, 500, 6, 20, 2, 6, 2, 4, 200, 10, otherAddresses(4));

    private static List<String> otherAddresses(int count) {
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            addresses.add("127.0.2." + (i + 1));
        }
        return addresses;
    }

    /** Returns this plan with a flood from the address of the good clients, who then cannot be told from it. */
    AttackPlan fromTheGoodAddress() {
        return new AttackPlan(
                connections,
                addresses,
                dripMillis,
                goodClients,
                goodPerSecond,
                calmSeconds,
                siegeSeconds,
                capacitySeconds,
                floodSeconds,
                floodConnections,
                floodTimes,
                List.of(GoodClients.ADDRESS));
    }
}
