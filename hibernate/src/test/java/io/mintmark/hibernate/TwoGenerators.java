package io.mintmark.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.TableGenerator;
import java.util.UUID;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.UuidGenerator;
import org.jspecify.annotations.Nullable;

/** Entities of which an annotation would have no effect, were they not refused. */
final class TwoGenerators {
    private TwoGenerators() {}

    @Entity(name = "Generated")
    static class Generated {
        @Id
        @GeneratedValue
        @MintmarkId
        @Nullable Long id;
    }

    @Entity(name = "SequenceOrder")
    static class Sequence {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "orders")
        @SequenceGenerator(name = "orders", sequenceName = "order_seq")
        @MintmarkId
        @Nullable Long id;
    }

    @Entity(name = "SequenceAlone")
    static class SequenceAlone {
        @Id
        @SequenceGenerator(name = "orders", sequenceName = "order_seq")
        @MintmarkId
        @Nullable Long id;
    }

    @Entity(name = "TableAlone")
    static class TableAlone {
        @Id
        @TableGenerator(name = "orders")
        @MintmarkId
        @Nullable Long id;
    }

    @Entity(name = "GenericOrder")
    static class Generic {
        @Id
        @GenericGenerator(name = "increment", strategy = "increment")
        @MintmarkId
        @Nullable Long id;
    }

    @Entity(name = "OnGetters")
    static class OnGetters {
        private @Nullable Long id;

        @Id
        @GeneratedValue
        @MintmarkId
        @Nullable Long getId() {
            return id;
        }

        void setId(@Nullable Long id) {
            this.id = id;
        }
    }

    @MappedSuperclass
    static class Base {
        @Id
        @GeneratedValue
        @MintmarkId
        @Nullable Long id;
    }

    @Entity(name = "Inherited")
    static class Inherited extends Base {}

    @Entity(name = "UuidOrder")
    static class Uuid {
        @Id
        @UuidGenerator
        @MintmarkId
        @Nullable UUID id;
    }

    @Entity(name = "OnTheGetter")
    static class OnTheGetter {
        @Id
        private @Nullable Long id;

        @MintmarkId
        @Nullable Long getId() {
            return id;
        }
    }

    @Entity(name = "NotTheId")
    static class NotTheId {
        @Id
        @Nullable Long id;

        @MintmarkId
        @Nullable Long number;
    }

    @Entity(name = "PrefixOfANumber")
    static class PrefixOfANumber {
        @Id
        @MintmarkId(prefix = "orders/")
        @Nullable Long id;
    }
}
