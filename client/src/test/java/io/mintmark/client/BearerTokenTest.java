package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.RandomBytes;
import io.mintmark.client.exceptions.AccessRefusedException;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.web.access.principal.AccessFile;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.BearerToken;
import io.mintmark.web.access.principal.Clearance;
import io.mintmark.web.access.principal.Credential;
import io.mintmark.web.access.principal.DatabaseAccess;
import io.mintmark.web.access.principal.Principal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that asks who calls, and our client with a bearer token, with another one, and with none. */
class BearerTokenTest {
    private static String ada;
    private static String backend;
    private static String reader;
    private static MintmarkServer server;

    @BeforeAll
    static void start(@TempDir Path directory) {
        ada = added(directory, "ada", Clearance.OPERATOR);
        backend = added(directory, "backend", Clearance.of(Map.of("shop", DatabaseAccess.READ_WRITE)));
        reader = added(directory, "reader", Clearance.of(Map.of("shop", DatabaseAccess.READ)));
        server = MintmarkServer.start(ServerSettings.builder(directory).port(0).build());
        try (DocumentStore store = open(ada)) {
            store.databases().create("shop");
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String added(Path directory, String name, Clearance clearance) {
        BearerToken token = BearerToken.draw(RandomBytes.secure());
        Principal newcomer = new Principal(name, clearance, null, List.of(Credential.of(token)));
        AccessList ignored = new AccessFile(directory).changeOrBegin(list -> list.with(newcomer));
        return token.reveal();
    }

    private static DocumentStore open(String token) {
        return DocumentStore.builder(server.url().toString())
                .database("shop")
                .bearerToken(token)
                .open();
    }

    private record Order(String what) {}

    @Test
    void shouldBeKnownWithEachKindOfRequest() {
        try (DocumentStore store = open(backend)) {
            assertThat(store.ids().nextId(new Order("tea"))).isEqualTo("orders/1-A");
            try (Session session = store.openSession()) {
                session.store(new Order("milk"), "orders/milk");
                session.saveChanges();
            }
            try (BulkInsert bulk = store.bulkInsert()) {
                bulk.store(new Order("sugar"), "orders/sugar");
            }
            try (Session session = store.openSession()) {
                assertThat(session.load(Order.class, "orders/sugar")).hasValue(new Order("sugar"));
            }
        }
    }

    @Test
    void shouldBeToldWhatIsMissing() {
        try (DocumentStore store = open(reader)) {
            assertThatThrownBy(() -> store.ids().nextId(new Order("tea")))
                    .hasStackTraceContaining(AccessRefusedException.class.getName())
                    .hasStackTraceContaining("The access of 'reader' does not suffice");
        }
        try (DocumentStore store =
                DocumentStore.builder(server.url().toString()).database("shop").open()) {
            assertThatThrownBy(() -> store.databases().create("other"))
                    .isInstanceOf(AccessRefusedException.class)
                    .hasMessageContaining("this request says nothing");
        }
    }

    @Test
    void shouldDrawRangesWithAToken() {
        try (RemoteRanges ranges = RemoteRanges.builder(server.url().toString())
                .database("shop")
                .tag("bills")
                .bearerToken(backend)
                .open()) {
            assertThat(ranges.reserve(32).low()).isEqualTo(1);
        }
    }

    @Test
    void shouldRefuseATokenThatIsNoneWithoutShowingIt() {
        for (String token : List.of("", "two words", "line\nbreak", "é")) {
            assertThatThrownBy(() -> open(token))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("mintmark access add")
                    .hasMessageNotContaining("words")
                    .hasMessageNotContaining("break");
        }
    }
}
