package io.mintmark.lab.peers;

import io.mintmark.hibernate.MintmarkId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** The inserted rows: the same one three times over, with an id from three places. */
final class Rows {
    static final String SEQUENCE = "row_seq";
    static final int INCREMENT = 50;
    static final String COUNTER = "rows";

    /** The highest number that was drawn, where a value of the sequence is the lowest of its block. */
    static final String HIGHEST_OF_LOW = "SELECT last_value + " + (INCREMENT - 1) + " FROM " + SEQUENCE;

    /** The same where it is the highest. */
    static final String HIGHEST_OF_HIGH = "SELECT last_value FROM " + SEQUENCE;

    private Rows() {}

    /** The members of all rows: some 60 bytes. */
    @MappedSuperclass
    abstract static class Row {
        @Column(name = "customer", nullable = false)
        String customer = "";

        @Column(name = "quantity")
        int quantity;

        @Column(name = "note")
        String note = "";

        Row filled(int number) {
            customer = "customers/" + number % 1_000;
            quantity = number % 100;
            note = "Leave it at the door of number " + number;
            return this;
        }
    }

    @Entity(name = "MintmarkRow")
    @Table(name = "mintmark_row")
    static class ByMintmark extends Row {
        @Id
        @MintmarkId(counter = COUNTER)
        @Nullable Long id;
    }

    @Entity(name = "SequenceRow")
    @Table(name = "sequence_row")
    static class BySequence extends Row {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "rows")
        @SequenceGenerator(name = "rows", sequenceName = SEQUENCE, allocationSize = INCREMENT)
        @Nullable Long id;
    }

    @Entity(name = "IdentityRow")
    @Table(name = "identity_row")
    static class ByIdentity extends Row {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        @Nullable Long id;
    }
}
