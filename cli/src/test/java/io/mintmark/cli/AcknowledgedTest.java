package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.cli.Calls.Range;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The judge of {@link KillNineIT} is judged: it accepts a history that holds, and notices each way to break it. */
class AcknowledgedTest {
    private static final Range FIRST = new Range(1, 32, "1");

    private final Acknowledged acknowledged = new Acknowledged();

    @BeforeEach
    void recordAHistoryThatHolds() {
        acknowledged.reserved("orders", FIRST);
        acknowledged.issued("orders", 1, 32);
        acknowledged.storedNew("users/1-A", "one");
        acknowledged.storedNew("users/2-A", "two");
        acknowledged.deleting("users/2-A");
        acknowledged.deleted("users/2-A");
        acknowledged.identity("users", 1);
    }

    @Test
    void historyThatHoldsIsAccepted() {
        acknowledged.checker.requireNoDuplicates();
        assertThat(acknowledged.writes()).isEqualTo(5);
        assertThat(acknowledged.checker.issuedCount()).isEqualTo(35);
    }

    @Test
    void numberIssuedTwiceIsNoticed() {
        acknowledged.issued("orders", 32, 32);

        assertThatThrownBy(acknowledged.checker::requireNoDuplicates)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("32 in orders");
    }

    @Test
    void identityIssuedTwiceIsNoticed() {
        acknowledged.identity("users", 1);

        assertThat(acknowledged.checker.duplicateCount()).isOne();
    }

    @Test
    void madeIdIssuedAgainAfterItsDeleteIsNoticed() {
        acknowledged.storedNew("users/2-A", "again");

        assertThat(acknowledged.checker.duplicateCount()).isOne();
    }

    @Test
    void numbersAcceptedBackMayBeIssuedAgainOnce() {
        Range range = new Range(33, 64, "2");
        acknowledged.reserved("orders", range);
        acknowledged.issued("orders", 33, 40);
        acknowledged.returned("orders", range, 40, true);

        acknowledged.issued("orders", 41, 64);

        acknowledged.checker.requireNoDuplicates();
    }

    @Test
    void numbersWhoseReturnWasRefusedMayNot() {
        Range range = new Range(33, 64, "2");
        acknowledged.reserved("orders", range);
        acknowledged.issued("orders", 33, 40);
        acknowledged.returned("orders", range, 40, false);

        acknowledged.issued("orders", 41, 41);

        assertThat(acknowledged.checker.duplicateCount()).isOne();
    }
}
