package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.client.Model.Company;
import io.mintmark.client.Model.User;
import io.mintmark.client.exceptions.BulkInsertException;
import io.mintmark.client.exceptions.InvalidEntityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents in a never-ending request, and what becomes of them when it ends badly. */
class BulkInsertTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    private static long countOf(String collection) {
        return SHOP.get("/collections/stats")
                .path("Collections")
                .path(collection)
                .asLong();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "gzip"})
    void shouldStoreManyUnderIdsOfTheStoresRanges(String how) {
        BulkInsertOptions options = how.equals("gzip") ? BulkInsertOptions.DEFAULT.gzip() : BulkInsertOptions.DEFAULT;
        List<String> ids = new ArrayList<>();
        try (BulkInsert bulk = SHOP.store().bulkInsert(options)) {
            for (int i = 0; i < 10_000; i++) {
                ids.add(bulk.store(new User("user " + i)));
            }
            assertThat(bulk.sent()).isEqualTo(10_000);
        }

        assertThat(ids).startsWith("users/1-A").doesNotHaveDuplicates();
        assertThat(countOf("Users")).isEqualTo(10_000);
        JsonNode last = SHOP.stored(ids.get(9_999));
        assertThat(last.path("name").asText()).isEqualTo("user 9999");
        assertThat(last.path("@metadata").path("@collection").asText()).isEqualTo("Users");
        assertThat(last.has("id")).isFalse();
    }

    @Test
    void shouldKeepSemanticIdsAndCompletePrefixes() {
        User ada = new User("Ada");
        try (BulkInsert bulk = SHOP.store().bulkInsert()) {
            assertThat(bulk.store(ada, "users/ada")).isEqualTo("users/ada");
            assertThat(bulk.store(new User("one"), "people/")).isEqualTo("people/");
            bulk.store(new Company("companies/acme", "ACME"));
        }

        assertThat(ada.id).isEqualTo("users/ada");
        assertThat(SHOP.stored("users/ada").path("name").asText()).isEqualTo("Ada");
        assertThat(SHOP.stored("companies/acme").path("name").asText()).isEqualTo("ACME");
        assertThat(SHOP.get("/docs?startsWith=people/")
                        .path("Results")
                        .path(0)
                        .path("@metadata")
                        .path("@id")
                        .asText())
                .matches("people/\\d{19}-A");
    }

    @Test
    void shouldRefuseIdsThatNoReplyCouldTell() {
        try (BulkInsert bulk = SHOP.store().bulkInsert()) {
            assertThatThrownBy(() -> bulk.store(new User("Ada"), "users|"))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> bulk.store(new User("Ada"), "")).isInstanceOf(IllegalArgumentException.class);
            bulk.store(new User("Ada"), "users/ada");
        }

        assertThat(countOf("Users")).isEqualTo(1);
    }

    @Test
    void shouldLeaveUnchangedDocumentsAloneWhereAsked() {
        try (BulkInsert bulk = SHOP.store().bulkInsert()) {
            bulk.store(new User("Ada"), "users/ada");
        }
        JsonNode before = SHOP.stored("users/ada").path("@metadata").path("@change-vector");

        try (BulkInsert bulk = SHOP.store().bulkInsert(BulkInsertOptions.DEFAULT.skippingUnchanged())) {
            bulk.store(new User("Ada"), "users/ada");
        }

        assertThat(SHOP.stored("users/ada").path("@metadata").path("@change-vector"))
                .isEqualTo(before);
    }

    @Test
    void shouldGoOnAfterAnEntityThatCannotBeWritten() {
        try (BulkInsert bulk = SHOP.store().bulkInsert()) {
            bulk.store(new User("one"));
            assertThatThrownBy(() -> bulk.store(
                            new Object() {
                                public String getName() {
                                    throw new IllegalStateException("no name");
                                }
                            },
                            "things/1"))
                    .isInstanceOf(InvalidEntityException.class);
            bulk.store(new User("two"));
        }

        assertThat(countOf("Users")).isEqualTo(2);
    }

    @Test
    void shouldTellWhyTheServerEndedItAndKeepWhatCameBefore() {
        SHOP.put("users/other", "{\"@metadata\":{\"@collection\":\"Others\"}}");
        BulkInsertException refused = catchThrowableOfType(BulkInsertException.class, () -> {
            try (BulkInsert bulk = SHOP.store().bulkInsert()) {
                for (int i = 0; i < 100; i++) {
                    bulk.store(new User("before " + i));
                }
                bulk.store(new User("moved"), "users/other");
                for (int i = 0; i < 100; i++) {
                    bulk.store(new User("behind " + i));
                }
            }
        });

        assertThat(refused).hasMessageContaining("users/other").hasMessageContaining("Stored before that: 100");
        assertThat(countOf("Users")).isEqualTo(100);
    }

    @Test
    void shouldTellAClientThatGoesOnSending() {
        SHOP.put("users/other", "{\"@metadata\":{\"@collection\":\"Others\"}}");
        BulkInsert bulk = SHOP.store().bulkInsert();
        bulk.store(new User("moved"), "users/other");
        bulk.flush();

        BulkInsertException refused = catchThrowableOfType(BulkInsertException.class, () -> {
            while (true) {
                bulk.store(new User("x".repeat(1_000)));
            }
        });

        assertThat(refused).hasMessageContaining("users/other");
        bulk.close();
        assertThatThrownBy(() -> bulk.store(new User("late"))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldTellHowFarItIs() {
        try (BulkInsert bulk = SHOP.store().bulkInsert()) {
            bulk.store(new User("Ada"), "users/ada");
            bulk.flush();
            BulkInsertProgress progress = await().until(bulk::progress, told -> told.stored() > 0);

            assertThat(progress).isEqualTo(new BulkInsertProgress(1, 1, Optional.of("users/ada")));
        }
    }

    @Test
    void shouldBreakOffWhenAsked() {
        BulkInsert bulk = SHOP.store().bulkInsert();
        bulk.store(new User("Ada"));

        bulk.abort();
        bulk.close();

        assertThat(countOf("Users")).isZero();
        assertThatThrownBy(() -> bulk.store(new User("late"))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldDoNothingWhereNothingIsStored() {
        SHOP.store().bulkInsert().close();

        assertThat(countOf("Users")).isZero();
    }

    @Test
    void shouldTakeDocumentsFromManyThreads() {
        Set<String> ids = ConcurrentHashMap.newKeySet();
        try (BulkInsert bulk = SHOP.store().bulkInsert()) {
            IntStream.range(0, 4).parallel().forEach(task -> {
                for (int i = 0; i < 1_000; i++) {
                    ids.add(bulk.store(new User("user " + i)));
                }
            });
        }

        assertThat(ids).hasSize(4_000);
        assertThat(countOf("Users")).isEqualTo(4_000);
    }
}
