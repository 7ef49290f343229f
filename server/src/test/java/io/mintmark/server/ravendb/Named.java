package io.mintmark.server.ravendb;

/** A named thing; public, as the client fills it by reflection. */
public abstract class Named {
    private String id;
    private String name;

    Named(String name) {
        this.name = name;
    }

    public final String getId() {
        return id;
    }

    public final void setId(String id) {
        this.id = id;
    }

    public final String getName() {
        return name;
    }

    public final void setName(String name) {
        this.name = name;
    }
}
