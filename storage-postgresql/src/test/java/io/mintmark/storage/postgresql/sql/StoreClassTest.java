package io.mintmark.storage.postgresql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.StoreClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the engine's settings promise, and that none is promised more than the weakest of them says. */
class StoreClassTest {
    @ParameterizedTest
    @CsvSource(
            value = {
                "on  | on  | on           | ''            | DURABLE     | names no standby",
                "on  | on  | on           | ANY 1 (b, c)  | QUORUM      | ''",
                "on  | on  | remote_apply | b             | QUORUM      | ''",
                "on  | on  | remote_write | b             | DURABLE     | synchronous_commit is remote_write",
                "on  | on  | local        | b             | DURABLE     | synchronous_commit is local",
                "on  | on  | off          | b             | BEST_EFFORT | synchronous_commit is off",
                "off | on  | on           | b             | BEST_EFFORT | fsync is off",
                "on  | off | on           | b             | BEST_EFFORT | full_page_writes is off",
                "''  | on  | on           | b             | BEST_EFFORT | fsync cannot be read",
                "on  | on  | ''           | ''            | BEST_EFFORT | synchronous_commit cannot be read"
            },
            delimiter = '|')
    void shouldBeWhatTheSettingsSay(
            String fsync, String pages, String commit, String standbys, StoreClass.Level level, String why) {
        StoreClass read = new StoreClassReading(fsync, pages, commit, standbys).storeClass();

        assertThat(read.level()).isEqualTo(level);
        assertThat(read.why()).contains(why);
    }
}
