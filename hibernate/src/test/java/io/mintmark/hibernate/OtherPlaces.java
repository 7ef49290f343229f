package io.mintmark.hibernate;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import org.hibernate.annotations.NaturalId;
import org.jspecify.annotations.Nullable;

/** Entities whose annotation stands on another member than the id, or on one that Hibernate passes over. */
final class OtherPlaces {
    private OtherPlaces() {}

    @Entity(name = "InSecondary")
    @SecondaryTable(name = "in_secondary_more")
    static class InSecondary {
        @Id
        @Nullable Long id;

        @MintmarkId
        @Column(table = "in_secondary_more")
        @Nullable Long number;
    }

    @Entity(name = "OnNaturalId")
    static class OnNaturalId {
        @Id
        @Nullable Long id;

        @NaturalId
        @MintmarkId
        @Nullable Long number;
    }

    @Entity(name = "OnVersion")
    static class OnVersion {
        @Id
        @Nullable Long id;

        @Version
        @MintmarkId
        long version;
    }

    @Entity(name = "OnTransient")
    static class OnTransient {
        @Id
        @Nullable Long id;

        @Transient
        @MintmarkId
        @Nullable Long number;
    }

    @Entity(name = "OnStatic")
    static class OnStatic {
        @MintmarkId
        static @Nullable Long last;

        @Id
        @Nullable Long id;
    }

    @Entity(name = "OnSetter")
    static class OnSetter {
        private @Nullable Long id;

        @Id
        @Nullable Long getId() {
            return id;
        }

        @MintmarkId
        void setId(@Nullable Long id) {
            this.id = id;
        }
    }

    interface HasId {
        @MintmarkId
        @Nullable Long getId();
    }

    @Entity(name = "OnInterface")
    static class OnInterface implements HasId {
        @Id
        private @Nullable Long id;

        @Override
        public @Nullable Long getId() {
            return id;
        }
    }

    @MappedSuperclass
    static class PlainBase {
        private @Nullable Long id;

        @Id
        @Nullable Long getId() {
            return id;
        }

        void setId(@Nullable Long id) {
            this.id = id;
        }
    }

    @Entity(name = "OnOverride")
    static class OnOverride extends PlainBase {
        @Override
        @MintmarkId
        @Nullable Long getId() {
            return super.getId();
        }
    }

    @Entity(name = "TwoThatDiffer")
    static class TwoThatDiffer {
        @Id
        @MintmarkId(counter = "one")
        private @Nullable Long id;

        @MintmarkId(counter = "other")
        @Nullable Long getId() {
            return id;
        }
    }

    @Entity(name = "Parent")
    static class Parent {
        @Id
        @MintmarkId
        @Nullable Long id;
    }

    @Entity(name = "OnDerived")
    static class OnDerived {
        @Id
        @MintmarkId
        @Nullable Long id;

        @MapsId
        @OneToOne
        @Nullable Parent parent;
    }

    @Entity(name = "OnAssociation")
    static class OnAssociation {
        @Id
        @OneToOne
        @MintmarkId
        @Nullable Parent parent;
    }
}
