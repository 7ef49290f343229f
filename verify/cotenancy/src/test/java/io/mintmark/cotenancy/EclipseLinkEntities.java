package io.mintmark.cotenancy;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.TableGenerator;

/** Entities as EclipseLink gives them ids. */
final class EclipseLinkEntities {
    private EclipseLinkEntities() {}

    @Entity(name = "of_link_sequence")
    static class OfSequence implements Identified {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "link_sequence")
        @SequenceGenerator(name = "link_sequence", sequenceName = "link_sequence", allocationSize = 10)
        private long id;

        @Override
        public long id() {
            return id;
        }
    }

    @Entity(name = "of_link_table")
    static class OfTable implements Identified {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "link_table")
        @TableGenerator(name = "link_table", allocationSize = 10)
        private long id;

        @Override
        public long id() {
            return id;
        }
    }
}
