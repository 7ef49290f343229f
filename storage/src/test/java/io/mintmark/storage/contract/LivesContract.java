package io.mintmark.storage.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.AheadReturn;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.NumbersAhead;
import io.mintmark.storage.write.RangeRequest;
import org.junit.jupiter.api.Test;

/**
 * What an engine that several nodes share promises about databases of one name: a node that has not heard of a deletion gives nothing
 * out that comes again.
 */
public interface LivesContract extends OpenedStorage {
    private NumbersAhead reserveAhead(String tag, int size) {
        return storage().write(new AheadRequest(CounterName.ofTag(tag), size, 4));
    }

    private long low(String tag) {
        return storage()
                .write(new RangeRequest(CounterName.ofTag(tag), 0, 32, null))
                .low();
    }

    @Test
    default void shouldBeginAboveAllThatADeletedDatabaseReservedAhead() {
        assertThat(low("orders")).isEqualTo(1);
        assertThat(low("users")).isEqualTo(1);
        long high = reserveAhead("orders", 1_024).high();
        recreate();

        assertThat(low("orders")).isEqualTo(high + 1);
        assertThat(low("users")).as("nobody reserved ahead of it").isEqualTo(1);
    }

    @Test
    default void shouldRememberNumbersAheadThatWentBackAndThoseOfAllLives() {
        NumbersAhead numbers = reserveAhead("orders", 1_024);
        assertThat(storage().write(new AheadReturn(CounterName.ofTag("orders"), numbers.low() + 31, numbers, null)))
                .isTrue();
        recreate();
        recreate();

        assertThat(low("orders")).as("they may have been cut meanwhile").isEqualTo(numbers.high() + 1);
        assertThat(reserveAhead("orders", 64).low()).isGreaterThan(numbers.high() + 1);
    }

    @Test
    default void shouldReserveAheadAboveWhatADeletedDatabaseReservedAhead() {
        long high = reserveAhead("orders", 1_024).high();
        recreate();

        assertThat(reserveAhead("orders", 64).low()).isEqualTo(high + 1);
        assertThat(storage().reads().read(DocumentId.of("Raven/Hilo/orders"))).isPresent();
    }

    @Test
    default void shouldRaiseFromWhereADeletedDatabaseReservedAhead() {
        long high = reserveAhead("orders", 1_024).high();
        recreate();

        assertThat(storage()
                        .write(new CounterRaise(CounterName.ofTag("orders"), 5))
                        .last())
                .isEqualTo(high);
        assertThat(low("orders")).isEqualTo(high + 1);
    }
}
