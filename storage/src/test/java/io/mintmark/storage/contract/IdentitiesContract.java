package io.mintmark.storage.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.Reservation;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.IdentitySeed;
import io.mintmark.storage.write.IdentitySeed.Direction;
import io.mintmark.storage.write.Standing;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every engine must do for identities. */
public interface IdentitiesContract extends OpenedStorage {
    @Test
    default void shouldNumberEachIdentityFromOneWhateverItsSpelling() {
        assertThat(next("users")).isEqualTo(1);
        assertThat(next("USERS")).isEqualTo(2);
        assertThat(next("orders")).isEqualTo(1);
    }

    @Test
    default void shouldGiveARepeatedRequestTheSameNumberAlsoAfterAReopening() {
        IdentityRequest request = new IdentityRequest("users", "request-1");
        long first = storage().write(request);

        assertThat(storage().write(request)).isEqualTo(first);
        reopen();

        assertThat(storage().write(request)).isEqualTo(first);
        assertThat(next("users")).isEqualTo(first + 1);
        assertThat(storage().write(new IdentityRequest("orders", "request-1"))).isEqualTo(1);
    }

    @Test
    default void shouldSeedUpwardsUnlessItIsForced() {
        assertThat(seed("users", 100, Direction.UP_ONLY)).isEqualTo(100);
        assertThat(seed("users", 50, Direction.UP_ONLY)).isEqualTo(100);
        assertThat(next("users")).isEqualTo(101);
        assertThat(seed("users", 50, Direction.FORCED)).isEqualTo(50);
        assertThat(next("users")).isEqualTo(51);
    }

    @Test
    default void shouldMoveAnIdentityOnceForARepeatedSeed() {
        IdentitySeed seed = new IdentitySeed("users", 10, Direction.FORCED, "request-1");
        assertThat(storage().write(seed)).isEqualTo(new Standing(10, true));
        next("users");

        assertThat(storage().write(seed)).isEqualTo(new Standing(10, false));
        assertThat(next("users")).isEqualTo(12);
        assertThat(storage().write(new IdentityRequest("users", "request-1")))
                .as("a request for a number is another one")
                .isEqualTo(13);
    }

    @Test
    default void shouldRefuseAnIdentityAtItsCeiling() {
        seed("users", Reservation.CEILING_JS_SAFE - 1, Direction.UP_ONLY);

        assertThat(next("users")).isEqualTo(Reservation.CEILING_JS_SAFE);
        assertThatThrownBy(() -> next("users")).isInstanceOf(ExhaustedException.class);
    }

    @Test
    default void shouldListIdentitiesByNameInSlices() {
        next("b");
        seed("a", 7, Direction.UP_ONLY);
        next("c");

        assertThat(storage().reads().identities(Slice.ALL))
                .containsExactly(new NamedNumber("a|", 7), new NamedNumber("b|", 1), new NamedNumber("c|", 1));
        assertThat(storage().reads().identities(new Slice("a|", 1, 1))).containsExactly(new NamedNumber("c|", 1));
        assertThat(storage().reads().statistics().identities()).isEqualTo(3);
    }

    @Test
    default void shouldNumberIdentitiesOnceForAllThreads() throws Exception {
        List<Long> numbers = OnThreads.collect(8, thread -> {
            List<Long> mine = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                mine.add(next("users"));
            }
            assertThat(mine).isSorted();
            return mine;
        });

        assertThat(numbers).doesNotHaveDuplicates().hasSize(320);
        assertThat(next("users")).isEqualTo(321);
    }
}
