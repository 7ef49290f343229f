package io.mintmark.cotenancy;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.TableGenerator;

/** Entities as OpenJPA gives them ids. */
final class OpenJpaEntities {
    private OpenJpaEntities() {}

    @Entity(name = "of_open_sequence")
    static class OfSequence {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "open_sequence")
        @SequenceGenerator(name = "open_sequence", sequenceName = "open_sequence", allocationSize = 10)
        long id;
    }

    @Entity(name = "of_open_table")
    static class OfTable {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "open_table")
        @TableGenerator(name = "open_table", allocationSize = 10)
        long id;
    }
}
