package io.mintmark.spring;

import io.mintmark.hibernate.MintmarkId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.support.TransactionTemplate;

/** A small shop that stores orders by JPA and visits by Spring Data JDBC. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class ShopApplication {

    @Entity(name = "CustomerOrder")
    @Table(name = "customer_order")
    static class Order {
        @jakarta.persistence.Id
        @MintmarkId(counter = "orders")
        @Nullable Long id;
    }

    @Entity(name = "Bill")
    static class Bill {
        @jakarta.persistence.Id
        @MintmarkId(counter = "bills")
        @Nullable String id;
    }

    @org.springframework.data.relational.core.mapping.Table("visit")
    record Visit(@Id @FromCounter("visits") @Nullable Long id, String page) {}

    @org.springframework.data.relational.core.mapping.Table("note")
    record Note(@Id @FromCounter("notes") @Nullable String id, String text) {}

    /** The application's work in the tests. */
    record Shop(EntityManager entities, JdbcAggregateTemplate aggregates, TransactionTemplate transactions) {
        <T> T persist(T entity) {
            transactions.executeWithoutResult(status -> entities.persist(entity));
            return entity;
        }
    }

    @Bean
    Shop shop(EntityManagerFactory unit, JdbcAggregateTemplate aggregates, TransactionTemplate transactions) {
        return new Shop(SharedEntityManagerCreator.createSharedEntityManager(unit), aggregates, transactions);
    }
}
