package io.mintmark.client;

import java.util.ArrayList;
import java.util.List;

/** Entities of the tests: plain classes with getters and setters, with fields, and records. */
public final class Model {
    private Model() {}

    /** A plain class as they are usually written. */
    public static final class Employee {
        private String id;
        private String firstName;
        private String lastName;

        public Employee() {}

        public Employee(String firstName, String lastName) {
            this.firstName = firstName;
            this.lastName = lastName;
        }

        public String getId() {
            return id;
        }

        public void setId(String id) {
            this.id = id;
        }

        public String getFirstName() {
            return firstName;
        }

        public void setFirstName(String firstName) {
            this.firstName = firstName;
        }

        public String getLastName() {
            return lastName;
        }

        public void setLastName(String lastName) {
            this.lastName = lastName;
        }
    }

    /** A plain class of public fields. */
    public static final class User {
        public String id;
        public String name;
        public int visits;
        public String companyId;
        public List<String> friendIds = new ArrayList<>();

        public User() {}

        public User(String name) {
            this.name = name;
        }
    }

    /** A record that knows its id. */
    public record Company(String id, String name) {
        public Company(String name) {
            this(null, name);
        }
    }

    /** A record that knows no id. */
    public record Note(String text, List<String> tags) {}

    /** An order, to which invoices belong. */
    public record Order(String id, long total) {
        public Order(long total) {
            this(null, total);
        }
    }

    /** An entity with an irregular plural: people. */
    public record Person(String id, String name) {
        public Person(String name) {
            this(null, name);
        }
    }

    /** A product on sale. */
    public record Product(String id, String category) {
        public Product(String category) {
            this(null, category);
        }
    }

    /** One output of a map-reduce index. */
    public record CategoryCount(String id, String category, int count) {}

    /** A record that refers to an order. */
    public record Invoice(String id, String orderId, long total) {
        public Invoice(String orderId, long total) {
            this(null, orderId, total);
        }

        Invoice withTotal(long other) {
            return new Invoice(id, orderId, other);
        }
    }

    /** An entity whose class's name has several capitals. */
    public record LongTermNote(String id, String text) {}
}
