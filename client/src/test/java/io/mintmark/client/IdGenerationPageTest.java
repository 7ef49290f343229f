package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.client.Model.Company;
import io.mintmark.client.Model.User;
import io.mintmark.decimal.DecimalId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The pattern "ID generation" of elfo's pages for programs that store ids as documents, with our client. */
class IdGenerationPageTest {
    private static final long JS_SAFE_MAX = (1L << 53) - 1;

    @RegisterExtension
    static final Shop SHOP = new Shop();

    /** A document that holds numbers, of which one is an id. */
    public record Trade(String id, long accountId, long volume) {}

    @Test
    void shouldWriteNumbersThatAreIdsAsTextsSoThatNoScriptRoundsThem() {
        long account = 14150009200065L; // the page's decimal id
        try (Session session = SHOP.openSession()) {
            session.store(new Trade("trades/1", account, 7));
            session.store(new Trade("trades/2", Long.MAX_VALUE, JS_SAFE_MAX + 1));
            session.saveChanges();
        }

        assertThat(SHOP.stored("trades/1").path("accountId").isTextual()).isTrue();
        assertThat(SHOP.stored("trades/1").path("accountId").asText()).isEqualTo("14150009200065");
        assertThat(SHOP.stored("trades/1").path("volume").isNumber()).isTrue();
        assertThat(SHOP.stored("trades/2").path("accountId").asText()).isEqualTo("9223372036854775807");
        assertThat(SHOP.stored("trades/2").path("volume").asText()).isEqualTo("9007199254740992");
        try (Session session = SHOP.openSession()) {
            Trade trade = session.load(Trade.class, "trades/1").orElseThrow();
            assertThat(trade).isEqualTo(new Trade("trades/1", account, 7));
            assertThat(DecimalId.of(trade.accountId())).isEqualTo(new DecimalId(1415, 92, 65));
        }
    }

    @Test
    void shouldNumberEachCollectionForItself() {
        assertThat(SHOP.save(new User("Ada"))).isEqualTo("users/1-A");
        assertThat(SHOP.save(new Company("ACME"))).isEqualTo("companies/1-A");
    }

    @Test
    void shouldFailFastOnAWrongLookUpWhereAllCollectionsShareOneCounter() {
        Conventions shared =
                Conventions.builder().idPrefixes(collection -> "all").build();
        DocumentStore store = SHOP.openStore(shared);

        String ada = store.ids().nextId(new User("Ada"));
        String acme = store.ids().nextId(new Company("ACME"));

        assertThat(ada).isEqualTo("all/1-A");
        assertThat(acme).isEqualTo("all/2-A");
        assertThat(SHOP.hiloMax("all")).isEqualTo(32);
    }
}
