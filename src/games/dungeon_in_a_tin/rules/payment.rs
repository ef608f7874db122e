//! Decides which coins may be paid (R36).

use super::moves::Coins;
use crate::games::dungeon_in_a_tin::data::Data;
use crate::games::dungeon_in_a_tin::data::piece::{COIN_KINDS, Kind, Tokens};

/// Calls `each` with every legal payment of `price` out of `purse`, in order (R36).
pub fn payments(data: &Data, purse: Tokens, price: u32, each: &mut impl FnMut(Coins)) {
    let exact = can_make(data, purse, price);
    let mut walk = Walk {
        data,
        purse,
        price,
        exact,
        coins: Coins::default(),
        each,
    };
    walk.go(0, 0);
}

/// The search for payments, coin by coin.
struct Walk<'a, F> {
    data: &'a Data,
    purse: Tokens,
    price: u32,
    exact: bool,
    coins: Coins,
    each: &'a mut F,
}

impl<F: FnMut(Coins)> Walk<'_, F> {
    fn go(&mut self, at: usize, paid: u32) {
        if paid >= self.price {
            if judge_sum(self.data, self.coins, paid, self.price, self.exact).is_ok() {
                (self.each)(self.coins);
            }
            return;
        }
        if at == self.coins.0.len() {
            return;
        }
        let value = self.data.token(Kind::coin(at)).gold;
        let most = self.purse.of(Kind::coin(at));
        for count in 0..=most {
            self.coins.0[at] = count;
            let sum = paid + value * u32::from(count);
            self.go(at + 1, sum);
            if sum >= self.price {
                break;
            }
        }
        self.coins.0[at] = 0;
    }
}

/// Why coins are not a legal payment (R36).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BadPayment {
    TooLittle,
    /// The price can be paid exactly.
    NotExact,
    /// A coin could be left out.
    TooMuch,
}

/// Judges a payment of `price` out of `purse`, which holds the coins.
pub fn judge_payment(
    data: &Data,
    purse: Tokens,
    coins: Coins,
    price: u32,
) -> Result<(), BadPayment> {
    judge_sum(
        data,
        coins,
        data.gold(coins.into()),
        price,
        can_make(data, purse, price),
    )
}

fn judge_sum(
    data: &Data,
    coins: Coins,
    paid: u32,
    price: u32,
    exact: bool,
) -> Result<(), BadPayment> {
    if paid < price {
        return Err(BadPayment::TooLittle);
    }
    if paid == price {
        return Ok(());
    }
    if exact {
        return Err(BadPayment::NotExact);
    }
    let least = Tokens::from(coins)
        .kinds()
        .next()
        .map_or(0, |kind| data.token(kind).gold);
    if paid - least >= price {
        Err(BadPayment::TooMuch)
    } else {
        Ok(())
    }
}

/// Whether some of these coins add up to the price.
fn can_make(data: &Data, purse: Tokens, price: u32) -> bool {
    fn from(data: &Data, purse: Tokens, at: usize, price: u32) -> bool {
        if price == 0 {
            return true;
        }
        if at == COIN_KINDS {
            return false;
        }
        let value = data.token(Kind::coin(at)).gold;
        let most = u32::from(purse.of(Kind::coin(at)));
        (0..=most)
            .take_while(|count| count * value <= price)
            .any(|count| from(data, purse, at + 1, price - count * value))
    }
    from(data, purse, 0, price)
}
