package io.mintmark.server.ravendb;

import java.util.List;

/** A person who refers to an employer, a country and friends; public, as the client fills it by reflection. */
public final class User extends Named {
    private int visits;
    private String companyId;
    private Address address;
    private List<String> friendIds;

    User() {
        super(null);
    }

    User(String name) {
        super(name);
    }

    public int getVisits() {
        return visits;
    }

    public void setVisits(int visits) {
        this.visits = visits;
    }

    public String getCompanyId() {
        return companyId;
    }

    public void setCompanyId(String companyId) {
        this.companyId = companyId;
    }

    public Address getAddress() {
        return address;
    }

    public void setAddress(Address address) {
        this.address = address;
    }

    public List<String> getFriendIds() {
        return friendIds;
    }

    public void setFriendIds(List<String> friendIds) {
        this.friendIds = friendIds;
    }

    /** Where a user lives. */
    public static final class Address {
        private String countryId;

        Address() {}

        Address(String countryId) {
            this.countryId = countryId;
        }

        public String getCountryId() {
            return countryId;
        }

        public void setCountryId(String countryId) {
            this.countryId = countryId;
        }
    }
}
