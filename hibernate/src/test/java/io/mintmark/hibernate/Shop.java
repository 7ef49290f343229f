package io.mintmark.hibernate;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Entities of a shop: each has an id of another type, or is mapped in another way. */
final class Shop {
    private Shop() {}

    @Entity(name = "PurchaseOrder")
    @Table(name = "purchase_order")
    static class Order {
        @Id
        @MintmarkId
        @Nullable Long id;

        @Column(name = "buyer")
        String buyer = "Ada";
    }

    @Entity(name = "Line")
    @Table(name = "order_line")
    static class Line {
        @Id
        @MintmarkId(counter = "lines")
        long id;
    }

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @MintmarkId(counter = "tickets")
        int id;
    }

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @MintmarkId(counter = "TICKETS")
        @Nullable Integer id;
    }

    @Entity(name = "Star")
    static class Star {
        @Id
        @MintmarkId(counter = "stars")
        @Nullable BigInteger id;
    }

    @Entity(name = "Invoice")
    static class Invoice {
        @Id
        @MintmarkId(counter = "invoices")
        @Nullable String id;
    }

    @Entity(name = "Letter")
    static class Letter {
        @Id
        @MintmarkId(counter = "letters", prefix = "mail-")
        @Nullable String id;
    }

    @Entity(name = "Payment")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Payment {
        @Id
        @MintmarkId
        @Nullable Long id;
    }

    @Entity(name = "CardPayment")
    static class CardPayment extends Payment {
        String card = "4711";
    }

    /** The entity that batches are compared with: nobody knows its id before it is inserted. */
    @Entity(name = "Visit")
    static class Visit {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        @Nullable Long id;
    }

    @Entity(name = "WrongType")
    static class WrongType {
        @Id
        @MintmarkId(counter = "prices")
        @Nullable BigDecimal id;
    }

    @Entity(name = "WrongPrefix")
    static class WrongPrefix {
        @Id
        @MintmarkId(counter = "letters", prefix = "a\tb/")
        @Nullable String id;
    }

    @Entity(name = "Composite")
    static class Composite {
        @EmbeddedId
        Key key = new Key();
    }

    @Embeddable
    static class Key implements Serializable {
        private static final long serialVersionUID = 1L;

        @MintmarkId(counter = "parts")
        long part;

        long shelf = 7;

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that && that.part == part && that.shelf == shelf;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(part) + Long.hashCode(shelf);
        }
    }
}
