package io.mintmark.docs;

/** The entities of a program that moves here from RavenDB's client. */
class Moved {
    User user = new User("Ada");
    User user2 = new User("Ada");
    User user3 = new User("Ada");
    Invoice invoice = new Invoice();
    Order order = new Order();
    String invoiceId = "invoices/1-A";

    /** Named at once. */
    static final class User {
        private String name;

        User(String name) {
            this.name = name;
        }

        String getName() {
            return name;
        }

        void setName(String name) {
            this.name = name;
        }
    }

    record Employee(String firstName, String lastName) {}

    /** Has an id. */
    static final class Order {
        String getId() {
            return "orders/1-A";
        }
    }

    /** Belongs to an order. */
    static final class Invoice {
        String getOrderId() {
            return "orders/1-A";
        }
    }
}
