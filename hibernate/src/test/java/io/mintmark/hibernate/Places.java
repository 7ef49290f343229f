package io.mintmark.hibernate;

import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.MappedSuperclass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Entities with an annotation inside a part of them, where it has no effect, each in another place. */
final class Places {
    private Places() {}

    @Embeddable
    static class Address {
        @MintmarkId(counter = "addresses")
        @Column(name = "number_of_address")
        @Nullable Long number;

        @Nullable String street;
    }

    @Embeddable
    static class Nested {
        @Embedded
        @Nullable Address address;
    }

    @MappedSuperclass
    static class NumberedPart {
        @MintmarkId
        @Column(name = "number_of_part")
        @Nullable Long number;
    }

    @Embeddable
    static class InheritedPart extends NumberedPart {
        @Nullable String street;
    }

    @Embeddable
    record Parcel(
            @MintmarkId @Column(name = "number_of_parcel") Long number, String street) {}

    @Embeddable
    static class OnAGetter {
        private @Nullable Long number;

        @MintmarkId
        @Column(name = "number_of_getter")
        @Nullable Long getNumber() {
            return number;
        }

        void setNumber(@Nullable Long number) {
            this.number = number;
        }
    }

    static class Numbered {
        @Id
        @Nullable Long id;
    }

    @Entity(name = "InEmbeddable")
    static class InEmbeddable {
        @Id
        @Nullable Long id;

        @Embedded
        @Nullable Address address;
    }

    @Entity(name = "InNested")
    static class InNested {
        @Id
        @MintmarkId
        @Nullable Long id;

        @Embedded
        @Nullable Nested nested;
    }

    @Entity(name = "InInherited")
    static class InInherited {
        @Id
        @Nullable Long id;

        @Embedded
        @Nullable InheritedPart part;
    }

    @Entity(name = "InRecord")
    static class InRecord {
        @Id
        @Nullable Long id;

        @Embedded
        @Nullable Parcel parcel;
    }

    @Entity(name = "InGetter")
    @Access(AccessType.PROPERTY)
    static class InGetter {
        private @Nullable Long id;
        private @Nullable OnAGetter part;

        @Id
        @Nullable Long getId() {
            return id;
        }

        void setId(@Nullable Long id) {
            this.id = id;
        }

        @Embedded
        @Nullable OnAGetter getPart() {
            return part;
        }

        void setPart(@Nullable OnAGetter part) {
            this.part = part;
        }
    }

    @Entity(name = "InElements")
    static class InElements {
        @Id
        @Nullable Long id;

        @ElementCollection
        @CollectionTable(name = "in_elements_addresses")
        List<Address> addresses = new ArrayList<>();
    }

    @Entity(name = "InKeys")
    static class InKeys {
        @Id
        @Nullable Long id;

        @ElementCollection
        @CollectionTable(name = "in_keys_names")
        @Column(name = "name_of_key")
        Map<Address, String> names = new HashMap<>();
    }

    static class Part implements Serializable {
        private static final long serialVersionUID = 1L;

        @Nullable Long number;

        long shelf;

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Part that && Objects.equals(that.number, number) && that.shelf == shelf;
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(number) + Long.hashCode(shelf);
        }
    }

    @Entity(name = "InIdClass")
    @IdClass(Part.class)
    static class InIdClass {
        @Id
        @MintmarkId
        @Nullable Long number;

        @Id
        long shelf;
    }

    static class AnnotatedPart implements Serializable {
        private static final long serialVersionUID = 1L;

        @MintmarkId
        @Nullable Long number;

        long shelf;

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof AnnotatedPart that && Objects.equals(that.number, number) && that.shelf == shelf;
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(number) + Long.hashCode(shelf);
        }
    }

    @Entity(name = "OnIdClass")
    @IdClass(AnnotatedPart.class)
    static class OnIdClass {
        @Id
        @Nullable Long number;

        @Id
        long shelf;
    }

    @Embeddable
    record Key(@MintmarkId Long part, Long shelf) implements Serializable {}

    @Entity(name = "InRecordKey")
    static class InRecordKey {
        @EmbeddedId
        Key key = new Key(1L, 2L);
    }

    @Entity(name = "OnEmbeddedId")
    static class OnEmbeddedId {
        @EmbeddedId
        @MintmarkId
        Shop.Key key = new Shop.Key();
    }

    /** An embeddable that no entity has: nobody reads it, and nothing is refused. */
    @Embeddable
    static class Unused {
        @MintmarkId
        @Nullable Long number;
    }
}
