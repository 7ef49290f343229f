package io.mintmark.hibernate;

import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.TableGenerator;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.annotations.CollectionId;
import org.hibernate.annotations.CollectionIdJavaType;
import org.hibernate.type.descriptor.java.LongJavaType;
import org.jspecify.annotations.Nullable;

/** Entities of a depot as applications have them that know nothing of Mintmark: Hibernate's generators make each id. */
final class Depot {
    private Depot() {}

    /** Something with an id of numbers. */
    interface Numbered {
        long number();
    }

    /** Hibernate's default: the sequence {@code crate_SEQ} by 50. */
    @Entity(name = "Crate")
    @Table(name = "crate")
    static class Crate implements Numbered {
        @Id
        @GeneratedValue
        @Nullable Long id;

        @Column(name = "label")
        String label = "fragile";

        @Override
        public long number() {
            return id == null ? 0 : id;
        }
    }

    /** A sequence with an initial value of its own. */
    @Entity(name = "Pallet")
    @Table(name = "pallet")
    static class Pallet implements Numbered {
        @Id
        @GeneratedValue(generator = "pallets")
        @SequenceGenerator(name = "pallets", sequenceName = "pallet_numbers", initialValue = 5, allocationSize = 10)
        int id;

        @Override
        public long number() {
            return id;
        }
    }

    /** A sequence that steps by 1. */
    @Entity(name = "Truck")
    @Table(name = "truck")
    static class Truck implements Numbered {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "trucks")
        @SequenceGenerator(name = "trucks", sequenceName = "truck_numbers", allocationSize = 1)
        @Nullable BigInteger id;

        @Override
        public long number() {
            return id == null ? 0 : id.longValue();
        }
    }

    /** Two entities that share a generator, which is in force for both. */
    @MappedSuperclass
    abstract static class Move implements Numbered {
        @Id
        @GeneratedValue(generator = "moves")
        @SequenceGenerator(name = "moves", sequenceName = "move_numbers", allocationSize = 20)
        long id;

        @Override
        public long number() {
            return id;
        }
    }

    @Entity(name = "Inbound")
    @Table(name = "inbound")
    static class Inbound extends Move {}

    @Entity(name = "Outbound")
    @Table(name = "outbound")
    static class Outbound extends Move {}

    /** A row of a table of counters. */
    @Entity(name = "Shelf")
    @Table(name = "shelf")
    static class Shelf implements Numbered {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "shelves")
        @TableGenerator(
                name = "shelves",
                table = "depot_counters",
                pkColumnName = "counter_name",
                valueColumnName = "counter_value",
                pkColumnValue = "shelf",
                allocationSize = 10)
        @Nullable Long id;

        @Override
        public long number() {
            return id == null ? 0 : id;
        }
    }

    /** Hibernate's default for tables: a row of {@code hibernate_sequences}. */
    @Entity(name = "Forklift")
    @Table(name = "forklift")
    static class Forklift implements Numbered {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE)
        @Nullable Long id;

        @Override
        public long number() {
            return id == null ? 0 : id;
        }
    }

    /** A row with an initial value of its own. */
    @Entity(name = "Dock")
    @Table(name = "dock")
    static class Dock implements Numbered {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "docks")
        @TableGenerator(
                name = "docks",
                table = "depot_counters",
                pkColumnName = "counter_name",
                valueColumnName = "counter_value",
                pkColumnValue = "dock",
                initialValue = 5,
                allocationSize = 10)
        @Nullable Long id;

        @Override
        public long number() {
            return id == null ? 0 : id;
        }
    }

    @Entity(name = "Vehicle")
    @Table(name = "vehicle")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Vehicle implements Numbered {
        @Id
        @GeneratedValue
        @Nullable Long id;

        @Override
        public long number() {
            return id == null ? 0 : id;
        }
    }

    @Entity(name = "Van")
    @Table(name = "van")
    static class Van extends Vehicle {
        @Column(name = "seats")
        int seats = 3;
    }

    /** A collection whose rows have ids. */
    @Entity(name = "Parcel")
    @Table(name = "parcel")
    static class Parcel {
        @Id
        @GeneratedValue
        @Nullable Long id;

        @ElementCollection
        @CollectionTable(name = "parcel_stamp", joinColumns = @JoinColumn(name = "parcel_id"))
        @Column(name = "stamp")
        @CollectionId(column = @Column(name = "stamp_id"), generator = "stamps")
        @CollectionIdJavaType(LongJavaType.class)
        @SequenceGenerator(name = "stamps", sequenceName = "stamp_numbers", allocationSize = 10)
        List<String> stamps = new ArrayList<>();
    }
}
