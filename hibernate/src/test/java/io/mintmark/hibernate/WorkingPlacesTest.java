package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.SecondaryTable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The annotation on an id works wherever Hibernate takes an id from. */
final class WorkingPlacesTest {
    private final Units.InMemory counters = new Units.InMemory();

    @MappedSuperclass
    static class Base<T> {
        @Id
        @MintmarkId
        @Nullable T id;
    }

    @Entity(name = "OfBase")
    static class OfBase extends Base<Long> {}

    @Entity(name = "SpeltOfBase")
    static class SpeltOfBase extends Base<String> {}

    @MappedSuperclass
    abstract static class OnGetter {
        private @Nullable Long id;

        @Id
        @MintmarkId
        @Nullable Long getId() {
            return id;
        }

        void setId(@Nullable Long id) {
            this.id = id;
        }
    }

    @Entity(name = "Inheriting")
    static class Inheriting extends OnGetter {}

    @Entity(name = "Overriding")
    static class Overriding extends OnGetter {
        @Override
        @Nullable Long getId() {
            return super.getId();
        }
    }

    @Entity(name = "SameTwice")
    static class SameTwice {
        @Id
        @MintmarkId(counter = "twice")
        private @Nullable Long id;

        @MintmarkId(counter = "twice")
        @Nullable Long getId() {
            return id;
        }
    }

    @Entity(name = "OnFinal")
    static class OnFinal {
        @Id
        @MintmarkId
        private final @Nullable Long id;

        OnFinal() {
            this.id = null;
        }
    }

    @Entity(name = "Shape")
    @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
    static class Shape {
        @Id
        @MintmarkId
        @Nullable Long id;
    }

    @Entity(name = "Circle")
    static class Circle extends Shape {}

    @Entity(name = "Animal")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    abstract static class Animal {
        @Id
        @MintmarkId
        @Nullable Long id;
    }

    @Entity(name = "Cat")
    static class Cat extends Animal {}

    @Entity(name = "Dog")
    static class Dog extends Animal {}

    @Entity(name = "InTwoTables")
    @SecondaryTable(name = "in_two_tables_more")
    static class InTwoTables {
        @Id
        @MintmarkId
        @Nullable Long id;

        @Column(table = "in_two_tables_more")
        String more = "more";
    }

    static Stream<Arguments> entities() {
        return Stream.of(
                of(OfBase.class, OfBase::new, 1L, 2L),
                of(SpeltOfBase.class, SpeltOfBase::new, "SpeltOfBase/1", "SpeltOfBase/2"),
                of(Inheriting.class, Inheriting::new, 1L, 2L),
                of(Overriding.class, Overriding::new, 1L, 2L),
                of(SameTwice.class, SameTwice::new, 1L, 2L),
                of(OnFinal.class, OnFinal::new, 1L, 2L),
                of(InTwoTables.class, InTwoTables::new, 1L, 2L));
    }

    private static Arguments of(Class<?> type, Supplier<?> maker, Object first, Object second) {
        return Arguments.of(type, maker, first, second);
    }

    @ParameterizedTest
    @MethodSource("entities")
    void shouldIssueIds(Class<?> type, Supplier<?> maker, Object first, Object second) {
        try (SessionFactory unit = Units.start(Units.newH2(), counters.asSetting(), type)) {
            assertThat(persisted(unit, maker.get())).isEqualTo(first);
            assertThat(persisted(unit, maker.get())).isEqualTo(second);
        }
    }

    /** Each root has a counter of its own, also where they inherit the annotation from one class. */
    @Test
    void shouldCountApartForEachEntityOfAMappedSuperclass() {
        try (SessionFactory unit = Units.start(Units.newH2(), counters.asSetting(), OfBase.class, SpeltOfBase.class)) {
            assertThat(persisted(unit, new OfBase())).isEqualTo(1L);
            assertThat(persisted(unit, new SpeltOfBase())).isEqualTo("SpeltOfBase/1");
        }
    }

    @Test
    void shouldCountOnceForAWholeHierarchy() {
        Class<?>[] types = {Shape.class, Circle.class, Animal.class, Cat.class, Dog.class};
        try (SessionFactory unit = Units.start(Units.newH2(), counters.asSetting(), types)) {
            assertThat(persisted(unit, new Shape())).isEqualTo(1L);
            assertThat(persisted(unit, new Circle())).isEqualTo(2L);
            assertThat(persisted(unit, new Cat())).isEqualTo(1L);
            assertThat(persisted(unit, new Dog())).isEqualTo(2L);
        }
    }

    private static Object persisted(SessionFactory unit, Object entity) {
        unit.inTransaction(session -> session.persist(entity));
        return unit.getPersistenceUnitUtil().getIdentifier(entity);
    }
}
