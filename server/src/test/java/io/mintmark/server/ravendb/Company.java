package io.mintmark.server.ravendb;

/** A named thing that lies in a collection of its own; public, as the client fills it by reflection. */
public final class Company {
    private String id;
    private String name;

    Company() {}

    Company(String name) {
        this.name = name;
    }

    public String getId() {
        return id;
    }

    public void setId(String id) {
        this.id = id;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }
}
