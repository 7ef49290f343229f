package io.mintmark.lab.peers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stored entity: a small document such as programs have, some 200 bytes; a plain class, because theirs takes no
 * records, whose members both clients write as they are.
 */
public final class Item {
    public String name = "";
    public String customerId = "";
    public long cents;
    public double weight;
    public boolean paid;
    public List<String> tags = List.of();
    public Address address = new Address();

    private @Nullable String id;

    /** Where it goes. */
    public static final class Address {
        public String street = "";
        public String city = "";
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
}
