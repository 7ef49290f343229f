package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One annotation gives ids of every type that is promised, from the counter that it names. */
final class MintmarkIdTest {
    private final Units.InMemory counters = new Units.InMemory();

    @Test
    void shouldNumberLongsIntegersAndBigIntegersFromOne() {
        Class<?>[] entities = {Shop.Order.class, Shop.Line.class, Shop.Ticket.class, Shop.Star.class};
        try (SessionFactory unit = Units.start(Units.newH2(), counters.asSetting(), entities)) {
            Shop.Order order = persisted(unit, new Shop.Order());
            Shop.Line line = persisted(unit, new Shop.Line());
            Shop.Ticket ticket = persisted(unit, new Shop.Ticket());
            Shop.Star star = persisted(unit, new Shop.Star());

            assertThat(order.id).isEqualTo(1L);
            assertThat(line.id).isEqualTo(1L);
            assertThat(ticket.id).isEqualTo(1);
            assertThat(star.id).isEqualTo(BigInteger.ONE);
            assertThat(unit.fromTransaction(session -> session.find(Shop.Order.class, 1L)).buyer)
                    .isEqualTo("Ada");
        }
    }

    /** One that hangs holds up no other: a container is ended before many deadlines have passed. */
    @Test
    void shouldGiveNumbersOfAllCountersBackAtOnce() {
        Units.Meeting meeting = new Units.Meeting(2);
        CounterSources sources = counter -> meeting.over(new InMemoryRanges());
        Map<String, Object> settings = Map.of(MintmarkSettings.SOURCES, sources, MintmarkSettings.DEADLINE, "PT5M");
        try (SessionFactory unit = Units.start(Units.newH2(), settings, Shop.Order.class, Shop.Line.class)) {
            persisted(unit, new Shop.Order());
            persisted(unit, new Shop.Line());
        }

        assertThat(meeting.met()).hasSizeGreaterThanOrEqualTo(2).doesNotContain(false);
    }

    @Test
    void shouldSpellStringsAsDocumentIds() {
        Map<String, Object> settings = new HashMap<>(counters.asSetting());
        settings.put(MintmarkSettings.NODE_TAG, "A");
        try (SessionFactory unit = Units.start(Units.newH2(), settings, Shop.Invoice.class, Shop.Letter.class)) {
            assertThat(persisted(unit, new Shop.Invoice()).id).isEqualTo("invoices/1-A");
            assertThat(persisted(unit, new Shop.Invoice()).id).isEqualTo("invoices/2-A");
            assertThat(persisted(unit, new Shop.Letter()).id).isEqualTo("mail-1-A");
        }
    }

    @Test
    void shouldSpellStringsWithoutATagWhereNobodyNamesOne() {
        try (SessionFactory unit = Units.start(Units.newH2(), counters.asSetting(), Shop.Invoice.class)) {
            assertThat(persisted(unit, new Shop.Invoice()).id).isEqualTo("invoices/1");
        }
    }

    @Test
    void shouldTakePrefixAndTagOfTheRangeItself() {
        CounterSources server = counter -> new Tagged(new InMemoryRanges());
        Map<String, Object> settings = Map.of(MintmarkSettings.SOURCES, server, MintmarkSettings.NODE_TAG, "A");
        try (SessionFactory unit = Units.start(Units.newH2(), settings, Shop.Invoice.class)) {
            assertThat(persisted(unit, new Shop.Invoice()).id).isEqualTo("bills/1-B");
        }
    }

    @Test
    void shouldNameTheCounterAfterTheTopmostEntity() {
        Class<?>[] entities = {Shop.Order.class, Shop.Payment.class, Shop.CardPayment.class};
        try (SessionFactory unit = Units.start(Units.newH2(), counters.asSetting(), entities)) {
            Shop.Payment cash = persisted(unit, new Shop.Payment());
            Shop.CardPayment card = persisted(unit, new Shop.CardPayment());

            assertThat(card.id).isEqualTo(number(cash.id) + 1);
            assertThat(counters.source("payment").max()).isPositive();
            assertThat(counters.source("cardpayment").max()).isZero();
            persisted(unit, new Shop.Order());
            assertThat(counters.source("purchaseorder").max()).isPositive();
        }
    }

    @Test
    void shouldShareACounterAmongEntitiesThatNameItInAnyCase() {
        try (SessionFactory unit =
                Units.start(Units.newH2(), counters.asSetting(), Shop.Ticket.class, Shop.Parcel.class)) {
            assertThat(persisted(unit, new Shop.Ticket()).id).isEqualTo(1);
            assertThat(persisted(unit, new Shop.Parcel()).id).isEqualTo(2);
        }
    }

    @Test
    void shouldRefuseToWrapAnInt() {
        counters.source("tickets").raise(Integer.MAX_VALUE - 1L);
        try (SessionFactory unit = Units.start(Units.newH2(), counters.asSetting(), Shop.Ticket.class)) {
            assertThat(persisted(unit, new Shop.Ticket()).id).isEqualTo(Integer.MAX_VALUE);

            assertThatThrownBy(() -> persisted(unit, new Shop.Ticket()))
                    .isInstanceOf(ExhaustedException.class)
                    .hasMessageContaining("tickets stands at 2147483648")
                    .hasMessageContaining("Ticket.id is an int")
                    .hasMessageContaining("make it a long");
        }
    }

    @Test
    void shouldServeStatelessSessionsToo() {
        try (SessionFactory unit = Units.start(Units.newH2(), counters.asSetting(), Shop.Order.class);
                StatelessSession session = unit.openStatelessSession()) {
            session.beginTransaction();
            assertThat(session.insert(new Shop.Order())).isEqualTo(1L);
            session.getTransaction().commit();
        }
    }

    @Test
    void shouldIssueIdsToCopiesThatMergeMakes() {
        try (SessionFactory unit = Units.start(Units.newH2(), counters.asSetting(), Shop.Order.class)) {
            Shop.Order merged = unit.fromTransaction(session -> session.merge(new Shop.Order()));

            assertThat(merged.id).isEqualTo(1L);
        }
    }

    @Test
    void shouldDrawFromGeneratorsThatAreLentAndLeaveThemOpen() {
        try (StrictHiLo orders =
                HiLo.over(new InMemoryRanges()).name("PurchaseOrder").strict()) {
            CounterGenerators lent = counter -> orders;
            Map<String, Object> settings = Map.of(MintmarkSettings.GENERATORS, lent);
            try (SessionFactory unit = Units.start(Units.newH2(), settings, Shop.Order.class)) {
                assertThat(orders.next()).isEqualTo(1);
                assertThat(persisted(unit, new Shop.Order()).id).isEqualTo(2L);
            }
            assertThat(orders.next()).isEqualTo(3);
        }
    }

    @Test
    void shouldDrawFromGeneratorsOfTheApplicationUnlessItsSourcesAreItsOwn() {
        try (StrictHiLo orders =
                HiLo.over(new InMemoryRanges(100, 200)).name("PurchaseOrder").strict()) {
            CounterGenerators lent = counter -> orders;
            Map<String, Object> settings = new HashMap<>(Map.of(MintmarkSettings.DEFAULT_GENERATORS, lent));
            try (SessionFactory unit = Units.start(Units.newH2(), settings, Shop.Order.class)) {
                assertThat(persisted(unit, new Shop.Order()).id).isEqualTo(101L);
            }
            settings.putAll(new Units.InMemory().asSetting());
            settings.put(MintmarkSettings.RANGE_SIZE, "5");
            try (SessionFactory unit = Units.start(Units.newH2(), settings, Shop.Order.class)) {
                assertThat(persisted(unit, new Shop.Order()).id).isEqualTo(1L);
            }
            assertThat(orders.next()).isEqualTo(102);
        }
    }

    private static <T> T persisted(SessionFactory unit, T entity) {
        unit.inTransaction(session -> session.persist(entity));
        return entity;
    }

    private static long number(@Nullable Long id) {
        assertThat(id).isNotNull();
        return id == null ? 0 : id;
    }

    /** A source as a server is one: it tells what ids begin and end with. */
    private record Tagged(RangeSource numbers) implements RangeSource {
        @Override
        public Range reserve(long size) {
            Range range = numbers.reserve(size);
            return new Range(range.low(), range.high(), "bills/", "B", range.token());
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            return numbers.giveBack(range, lastIssued);
        }

        @Override
        public long raise(long atLeast) {
            return numbers.raise(atLeast);
        }
    }
}
