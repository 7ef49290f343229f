package io.mintmark.storage.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.Storage;
import io.mintmark.storage.postgresql.TestCluster;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Eventually;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** The contract of answers on PostgreSQL, where nodes count time by their heartbeats, and forget while they are idle. */
class PostgresAnswersTest extends AnswersContract {
    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void drop() {
        if (cluster != null) {
            assertThat(cluster.number("SELECT sum(answers) FROM node_state"))
                    .as("what each lane says it remembers")
                    .isEqualTo(remembered());
            assertThat(cluster.number("SELECT sum(keyed) FROM node_state"))
                    .as("what each lane says it remembers of keys")
                    .isEqualTo(rememberedKeys());
            cluster.close();
        }
    }

    @Override
    protected Storage open(AnswerLimits limits) {
        return cluster.open("A", 1, limits);
    }

    @Override
    protected void count(Duration time) {
        cluster.execute("UPDATE cluster SET beats = beats + " + time.toSeconds());
    }

    /** A clock that was set shows in what is noted of it. */
    @Override
    protected void stepClocks(Duration time) {
        cluster.execute("UPDATE node SET heartbeat = heartbeat + interval '" + time.toSeconds() + " seconds'");
    }

    /** Leases have the time that the clock says: once an old one is gone, everything was done that may be. */
    @Override
    protected void tidy(Storage storage) {
        for (int i = 0; i < 2; i++) {
            long ignored = storage.write(new RangeRequest(CounterName.ofTag("many"), 0, 32, "test"))
                    .low();
            cluster.execute("UPDATE lease SET reserved = 0");
        }
        Eventually.until(() -> cluster.number("SELECT count(*) FROM lease") == 1);
    }

    @Override
    protected long rememberedKeys() {
        return cluster.number("SELECT count(*) FROM keyed_answer");
    }

    @Override
    protected long remembered() {
        return cluster.number("SELECT count(*) FROM identity_request");
    }
}
