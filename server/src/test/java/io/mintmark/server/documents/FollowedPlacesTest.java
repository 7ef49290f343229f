package io.mintmark.server.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.web.http.ApiException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Places for batches that wait, and who gets them. */
class FollowedPlacesTest {
    private final FollowedPlaces places = new FollowedPlaces();

    /** Takes as many as there are for one. */
    private List<Runnable> takeAll(String database, Object sender) {
        List<Runnable> taken = new ArrayList<>();
        try {
            while (taken.size() <= FollowedPlaces.OF_SENDERS) {
                taken.add(places.take(database, sender));
            }
        } catch (ApiException full) {
            assertThat(full.type().status()).isEqualTo(503);
        }
        return taken;
    }

    @Test
    void shouldLeavePlacesToAnotherDatabaseOfTheSameSender() {
        assertThat(takeAll("greedy", "proxy")).hasSize(16);

        assertThat(takeAll("modest", "proxy")).hasSize(8);
    }

    @Test
    void shouldLeavePlacesToOtherSendersHoweverManyDatabasesOneHas() {
        for (int i = 0; i < 100; i++) {
            takeAll("greedy-" + i, "greedy");
        }

        assertThat(takeAll("modest", "modest")).isNotEmpty();
    }

    @Test
    void shouldGiveAPlaceBackOnce() {
        List<Runnable> taken = takeAll("a", "x");
        assertThatThrownBy(() -> places.take("a", "x")).hasMessageContaining("database 'a'");
        taken.get(0).run();
        taken.get(0).run();

        assertThat(takeAll("a", "x")).hasSize(1);
    }
}
