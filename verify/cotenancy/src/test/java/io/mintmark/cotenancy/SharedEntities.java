package io.mintmark.cotenancy;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.TableGenerator;

/** Entities as most applications map them; by which rule Hibernate counts for them, a setting of the unit says. */
final class SharedEntities {
    private SharedEntities() {}

    @Entity(name = "purchase_order")
    static class Order implements Identified {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "orders")
        @SequenceGenerator(name = "orders", sequenceName = "order_seq", allocationSize = 10)
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    @Entity(name = "order_line")
    static class Line implements Identified {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "lines")
        @TableGenerator(
                name = "lines",
                table = "hibernate_sequences",
                pkColumnName = "sequence_name",
                valueColumnName = "next_val",
                pkColumnValue = "lines",
                allocationSize = 10)
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    /** A sequence that EF Core made: its name is in mixed case, so it is quoted. */
    @Entity(name = "shipment")
    static class Shipment implements Identified {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "shipments")
        @SequenceGenerator(name = "shipments", sequenceName = "\"EntityFrameworkHiLoSequence\"", allocationSize = 10)
        private long id;

        @Override
        public long id() {
            return id;
        }
    }
}
