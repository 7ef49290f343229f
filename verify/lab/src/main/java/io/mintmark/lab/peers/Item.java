package io.mintmark.lab.peers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stored entity: a small document such as programs have, some 200 bytes; a plain class, because theirs takes no
 * records.
 */
public final class Item {
    private @Nullable String id;
    private String name = "";
    private String customerId = "";
    private long cents;
    private double weight;
    private boolean paid;
    private List<String> tags = List.of();
    private Address address = new Address();

    /** Where it goes. */
    public static final class Address {
        private String street = "";
        private String city = "";

        public String getStreet() {
            return street;
        }

        public void setStreet(String street) {
            this.street = street;
        }

        public String getCity() {
            return city;
        }

        public void setCity(String city) {
            this.city = city;
        }
    }

    /** Makes the item of that number. */
    static Item of(int number) {
        Item item = new Item();
        item.name = "Item number " + number;
        item.customerId = "customers/" + number % 1_000 + "-A";
        item.cents = 1_999L + number;
        item.weight = number / 8.0;
        item.paid = number % 2 == 0;
        item.tags = List.of("new", "fragile", "gift");
        item.address = new Address();
        item.address.street = "Mint Street " + number % 300;
        item.address.city = "Philadelphia";
        return item;
    }

    public @Nullable String getId() {
        return id;
    }

    public void setId(@Nullable String id) {
        this.id = id;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public String getCustomerId() {
        return customerId;
    }

    public void setCustomerId(String customerId) {
        this.customerId = customerId;
    }

    public long getCents() {
        return cents;
    }

    public void setCents(long cents) {
        this.cents = cents;
    }

    public double getWeight() {
        return weight;
    }

    public void setWeight(double weight) {
        this.weight = weight;
    }

    public boolean isPaid() {
        return paid;
    }

    public void setPaid(boolean paid) {
        this.paid = paid;
    }

    public List<String> getTags() {
        return tags;
    }

    public void setTags(List<String> tags) {
        this.tags = tags;
    }

    public Address getAddress() {
        return address;
    }

    public void setAddress(Address address) {
        this.address = address;
    }
}
