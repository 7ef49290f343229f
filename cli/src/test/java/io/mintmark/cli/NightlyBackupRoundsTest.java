package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was acknowledged before a backup survives each restore, and no number comes twice. */
class NightlyBackupRoundsTest {
    @TempDir
    private Path temporary;

    @Test
    void shouldLoseNothingAndRepeatNothing() throws Exception {
        int rounds = Effort.of("rounds of backup under load, restore and raise", 2, 50, 50);

        BackupRounds.Outcome outcome = new BackupRounds(temporary, "1m").run(rounds);

        System.out.println("[backup rounds] " + outcome);
        assertThat(outcome.acknowledged()).isGreaterThan(rounds * 10L);
        assertThat(outcome.lost()).isZero();
        assertThat(outcome.twice()).isZero();
    }
}
