package io.mintmark.cotenancy;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.TableGenerator;

/** Entities as OpenJPA gives them ids; public, because it derives classes from them while it runs. */
final class OpenJpaEntities {
    private OpenJpaEntities() {}

    /** Its id comes from a sequence. */
    @Entity(name = "of_open_sequence")
    public static class OfSequence implements Identified {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "open_sequence")
        @SequenceGenerator(name = "open_sequence", sequenceName = "open_sequence", allocationSize = 10)
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    /** Its id comes from a row of a table. */
    @Entity(name = "of_open_table")
    public static class OfTable implements Identified {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "open_table")
        @TableGenerator(name = "open_table", allocationSize = 10)
        private long id;

        @Override
        public long id() {
            return id;
        }
    }
}
