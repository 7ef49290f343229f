package io.mintmark.lab.hostile;

import io.mintmark.lab.instrument.GoodClients;
import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.process.Child;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Runs cases one after the other against the same servers, and makes these anew where a case left them ill. */
final class Trial implements AutoCloseable {
    private static final long PREPARING_MILLIS = 20_000;
    private static final long LAST_REPLIES_MILLIS = 6_000;
    private static final int PROGRESS_SECONDS = 10;
    private static final int RELAPSE_SECONDS = 4;
    private static final int ENDING_SECONDS = 3;
    private static final int CLEANING_TRIES = 3;

    private final Victims victims;
    private final long millis;
    private Tenants tenants;
    private ServerLog.Piece between = ServerLog.Piece.NOTHING;
    private HonestIndex index;

    private Trial(Victims victims, long millis) throws IOException {
        this.victims = victims;
        this.millis = millis;
        this.index = HonestIndex.put(victims);
        this.tenants = new Tenants(victims.urls());
    }

    /** Starts servers and tenants; strangers will send for {@code millis} in each case. */
    static Trial start(Victims victims, long millis) throws IOException {
        victims.startAfresh();
        return new Trial(victims, millis);
    }

    /** Returns how tenants fare while nobody disturbs them. */
    GoodClients.Result calm() throws IOException {
        GoodClients.Result ignored = rest();
        return rest();
    }

    private GoodClients.Result rest() throws IOException {
        Child.pause(millis);
        return tenants.take();
    }

    Observation run(HostileCase hostile) throws IOException {
        victims.all().forEach(Victim::forgetPeak);
        between = between.and(victims.log());
        GoodClients.Result ignored = tenants.take();
        long begun = System.nanoTime();
        List<String> troubles = new ArrayList<>();
        Tally replies = send(hostile, troubles);
        GoodClients.Result felt = tenants.take();
        double peak = victims.all().stream().mapToDouble(Victim::peak).max().orElse(Double.NaN);
        examine(troubles);
        double seconds = (System.nanoTime() - begun) / 1e9;
        ServerLog.Piece log = victims.log();
        recover(troubles);
        return new Observation(hostile, seconds, replies, felt, log, peak, List.copyOf(troubles));
    }

    /** Returns what servers printed between cases, while databases were dropped and made anew. */
    ServerLog.Piece between() throws IOException {
        between = between.and(victims.log());
        return between;
    }

    private Tally send(HostileCase hostile, List<String> troubles) throws IOException {
        long limit = PREPARING_MILLIS + millis + LAST_REPLIES_MILLIS;
        try (StrangersProcess strangers = StrangersProcess.start(hostile.name(), millis, victims.urls(), limit)) {
            if (!strangers.awaitReady()) {
                troubles.add("what the case needs could not be stored before");
                return new Tally();
            }
            return strangers.send();
        }
    }

    private void examine(List<String> troubles) {
        try {
            if (victims.dead().isEmpty() && !index.makesProgress(PROGRESS_SECONDS)) {
                troubles.add("the honest index made no progress within " + PROGRESS_SECONDS + " s");
            }
        } catch (IOException e) {
            troubles.add("the honest index could not be asked: " + e.getMessage());
            awaitEnd();
        }
        String dead = victims.dead();
        if (!dead.isEmpty()) {
            troubles.add(dead);
        }
    }

    /** A server that answers no more may be about to end, and should be told from one that hangs. */
    private void awaitEnd() {
        try {
            boolean ignored = isOneDeadWithin(ENDING_SECONDS);
        } catch (IOException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes everything ready for the next case; what only now shows is one more trouble of this one. */
    private void recover(List<String> troubles) throws IOException {
        try {
            if (victims.dead().isEmpty()) {
                cleanUp();
                return;
            }
            troubles.add(relapse());
        } catch (IOException e) {
            troubles.add("the databases could not be cleaned up: " + e.getMessage());
        }
        tenants.close();
        victims.startAfresh();
        index = HonestIndex.put(victims);
        tenants = new Tenants(victims.urls());
    }

    /** A database whose writer still works may be dropped late, which is no failure in itself. */
    private void cleanUp() throws IOException {
        for (int i = 1; i < CLEANING_TRIES; i++) {
            try {
                victims.cleanUp();
                return;
            } catch (SocketTimeoutException late) {
                Victim.pause();
            }
        }
        victims.cleanUp();
    }

    /** Returns whether servers that died live when they are started again over what they have stored. */
    private String relapse() {
        try {
            victims.startAgain();
            boolean ignored = isOneDeadWithin(RELAPSE_SECONDS);
        } catch (IOException e) {
            return "started again it failed: " + e.getMessage();
        }
        String dead = victims.dead();
        return dead.isEmpty() ? "started again it lived" : "started again, " + dead;
    }

    private boolean isOneDeadWithin(int seconds) throws IOException {
        return Victim.holdsWithin(seconds, () -> !victims.dead().isEmpty());
    }

    @Override
    public void close() {
        tenants.close();
        victims.close();
    }

    /** An index in the tenants' database that counts documents: its output alone shows whether indexes still work. */
    private static final class HonestIndex {
        private static final String DATABASE = " /databases/" + Victims.TENANT + "/";
        private static final String DEFINITION =
                "{\"Indexes\":[{\"Name\":\"Honest\",\"OutputReduceToCollection\":\"Counts\","
                        + "\"Aggregation\":{\"Collection\":\"Honest\",\"GroupBy\":[\"K\"],"
                        + "\"Aggregates\":[{\"Name\":\"C\",\"Function\":\"Count\"}]}}]}";
        private static final String DOCUMENT = "{\"K\":\"honest\",\"@metadata\":{\"@collection\":\"Honest\"}}";

        private final Victims victims;
        private int documents;

        private HonestIndex(Victims victims) {
            this.victims = victims;
        }

        /** Puts the index. */
        static HonestIndex put(Victims victims) throws IOException {
            try (HttpConnection connection = Victims.connection(victims.urls().get(0))) {
                String ignored = connection.require(201, "PUT" + DATABASE + "indexes", DEFINITION);
            }
            return new HonestIndex(victims);
        }

        /** Stores one more document at a server, and returns whether its count shows at another within some seconds. */
        boolean makesProgress(int seconds) throws IOException {
            List<URI> servers = victims.urls();
            URI writer = servers.get(documents % servers.size());
            URI reader = servers.get((documents + 1) % servers.size());
            try (HttpConnection connection = Victims.connection(writer)) {
                String ignored = connection.require(201, "PUT" + DATABASE + "docs?id=honest/" + documents, DOCUMENT);
            }
            documents++;
            String counted = "\"C\":" + documents + ",";
            return Victim.holdsWithin(seconds, () -> {
                try (HttpConnection connection = Victims.connection(reader)) {
                    return connection
                            .text("GET" + DATABASE + "docs?startsWith=Counts/")
                            .contains(counted);
                }
            });
        }
    }
}
