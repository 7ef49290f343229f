package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.envers.AuditReaderFactory;
import org.hibernate.envers.Audited;
import org.hibernate.envers.RevisionEntity;
import org.hibernate.envers.RevisionNumber;
import org.hibernate.envers.RevisionTimestamp;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Entities with a history: their ids are taken over, and the numbers of revisions, which are an order, are not. */
final class TakeoverEnversTest {

    @Entity(name = "Price")
    @Table(name = "price")
    @Audited
    static class Price {
        @Id
        @GeneratedValue
        @Nullable Long id;

        @Column(name = "cents")
        int cents = 100;
    }

    @Entity(name = "Release")
    @Table(name = "history_release")
    @RevisionEntity
    static class Release {
        @Id
        @GeneratedValue
        @RevisionNumber
        int id;

        @RevisionTimestamp
        @Column(name = "made_at")
        long madeAt;
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldKeepTheHistoryOfEntitiesWhoseIdsWereTakenOver(Databases kind) {
        try (SessionFactory unit = start(kind.create(), Price.class)) {
            assertThat(TakeoverReport.of(unit).taken()).containsOnlyKeys("Price.id");

            Price price = insertAndChange(unit);

            assertThat(revisions(unit, price)).hasSize(2).isSorted();
        }
    }

    @Test
    void shouldLeaveTheNumbersOfRevisionsAlone() {
        try (SessionFactory unit = start(Units.newH2(), Price.class, Release.class)) {
            assertThat(TakeoverReport.of(unit).taken()).containsOnlyKeys("Price.id");
            assertThat(TakeoverReport.of(unit).left()).containsOnlyKeys("Release.id");
            assertThat(TakeoverReport.of(unit).left().get("Release.id")).contains("order of a history");

            Price price = insertAndChange(unit);

            assertThat(revisions(unit, price)).hasSize(2).isSorted();
        }
    }

    private static Price insertAndChange(SessionFactory unit) {
        Price price = new Price();
        unit.inTransaction(session -> session.persist(price));
        unit.inTransaction(session -> session.merge(price).cents = 200);
        return price;
    }

    private static List<Number> revisions(SessionFactory unit, Price price) {
        return unit.fromSession(session -> AuditReaderFactory.get(session).getRevisions(Price.class, price.id));
    }

    private static SessionFactory start(String database, Class<?>... entities) {
        return Units.start(database, Map.of(MintmarkSettings.TAKEOVER, "all"), entities);
    }
}
